fn main() {
    let args: Vec<String> = std::env::args().collect();
    let tokens: Vec<u32> = std::fs::read_to_string(&args[2])
        .unwrap()
        .trim()
        .trim_matches(['[', ']'])
        .split(", ")
        .map(|t| t.parse().unwrap())
        .collect();
    typechat_local::probe::run(&args[1], &tokens, args[3].parse().unwrap());
}
