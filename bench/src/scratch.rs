use typechat::reply::Reader;
use typechat_examples::coffee_shop::Cart;
use typechat_tests::carts::good;
fn main() {
    let large = good(400);
    let reader = Reader::<Cart>::new();
    for _ in 0..400 { std::hint::black_box(reader.read(&large)); }
}
