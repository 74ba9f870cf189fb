//! An embedded language model for `typechat`.
#![allow(dead_code)]

mod constrain;
mod gguf;
mod math;
mod quant;
mod prefix;
mod simd;
mod template;
mod tokenizer;
mod transformer;

#[doc(hidden)]
pub mod probe {
    //! Trial.
    use std::time::Instant;

    pub fn run(path: &str, tokens: &[u32], count: usize) {
        let t = Instant::now();
        let gguf = crate::gguf::Gguf::open(path.as_ref()).unwrap();
        let net = crate::transformer::Transformer::from_gguf(&gguf).unwrap();
        println!("load {:?}", t.elapsed());
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .build()
            .unwrap();
        pool.install(|| {
            let mut memory = crate::transformer::KeyValues::new(&net.config);
            let t = Instant::now();
            let mut v = net.read(tokens, &mut memory, &|| false).unwrap();
            let s = t.elapsed().as_secs_f64();
            println!(
                "prompt {} tokens {:.1}/s",
                tokens.len(),
                tokens.len() as f64 / s
            );
            let t = Instant::now();
            let mut out = Vec::new();
            for _ in 0..count {
                let scores = net.scores(&v);
                let best = (0..scores.len())
                    .max_by(|a, b| scores[*a].total_cmp(&scores[*b]))
                    .unwrap();
                out.push(best as u32);
                v = net.go_on(&[best as u32], &mut memory, &|| false).unwrap();
            }
            let s = t.elapsed().as_secs_f64();
            println!("{out:?}\n{:.1} tokens/s", count as f64 / s);
        });
    }
}
