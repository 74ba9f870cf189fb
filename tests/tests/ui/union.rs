use typechat::Schema;

#[derive(Schema)]
union Bits {
    whole: u32,
    real: f32,
}

fn main() {}
