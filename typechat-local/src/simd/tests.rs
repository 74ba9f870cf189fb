use super::*;

/// All that lanes can do, as bytes and sums.
struct Everything<'a> {
    left: [u8; 32],
    right: [i8; 32],
    out: &'a mut (Vec<[u8; 32]>, Vec<f32>),
}

impl Kernel for Everything<'_> {
    fn run<L: Lanes>(self, lanes: L) {
        let bytes = lanes.load(&self.left);
        let bits = [self.left[0], self.left[1], self.left[2], self.left[3]];
        let (low, high) = (lanes.field(bytes, 0, 15), lanes.field(bytes, 6, 3));
        let half = self.left.first_chunk().unwrap();
        for made in [
            bytes,
            lanes.nibbles(half),
            lanes.spread(bits),
            low,
            high,
            lanes.join(low, high),
        ] {
            self.out.0.push(lanes.store(made));
        }
        let scales = [0.5, 3.0];
        let small = lanes.join(low, lanes.field(bytes, 4, 3));
        let unsigned = lanes.add::<false>(lanes.zero(), small, &self.right, scales);
        self.out.1.push(lanes.total(unsigned));
        let signed = lanes.add::<true>(lanes.zero(), bytes, &self.right, scales);
        self.out
            .1
            .push(lanes.total(lanes.add::<true>(signed, bytes, &self.right, scales)));
    }
}

proptest::proptest! {
    #[test]
    fn the_processors_lanes_do_what_plain_ones_do(
        left: [u8; 32],
        right in proptest::collection::vec(-127_i8..=127, 32),
    ) {
        let right = right.try_into().unwrap();
        let (mut best, mut plain) = (Default::default(), Default::default());
        run(Everything { left, right, out: &mut best });
        Everything { left, right, out: &mut plain }.run(Plain);
        proptest::prop_assert_eq!(best, plain);
    }
}
