//! Arithmetic.

use crate::api;

/// Arithmetic on numbers.
#[api(crate = crate, rename_all = "camelCase")]
#[allow(
    clippy::missing_errors_doc,
    reason = "documentation of functions is shown to the model"
)]
pub trait MathApi {
    /// Sum of x and y.
    #[typechat(pure)]
    fn add(&self, x: f64, y: f64) -> f64;
    /// x minus y.
    #[typechat(pure)]
    fn sub(&self, x: f64, y: f64) -> f64;
    /// Product of x and y.
    #[typechat(pure)]
    fn mul(&self, x: f64, y: f64) -> f64;
    /// x divided by y.
    #[typechat(pure)]
    fn div(&self, x: f64, y: f64) -> Result<f64, String>;
    /// x with its sign flipped.
    #[typechat(pure)]
    fn neg(&self, x: f64) -> f64;
    /// The constant 3.142, a deliberately short pi.
    #[typechat(pure)]
    fn pi(&self) -> f64;
    /// x raised to the exponent power.
    #[typechat(pure)]
    fn power(&self, x: f64, power: f64) -> Result<f64, String>;
    /// Square root of x.
    #[typechat(pure)]
    fn sqr_root(&self, x: f64) -> Result<f64, String>;
    /// Sum of all numbers in vector; 0 when it is empty.
    #[typechat(pure)]
    fn add_vector(&self, vector: &[f64]) -> f64;
}

/// Does the arithmetic.
#[derive(Debug, Clone, Copy, Default)]
pub struct Math;

impl MathApi for Math {
    fn add(&self, x: f64, y: f64) -> f64 {
        x + y
    }

    fn sub(&self, x: f64, y: f64) -> f64 {
        x - y
    }

    fn mul(&self, x: f64, y: f64) -> f64 {
        x * y
    }

    fn div(&self, x: f64, y: f64) -> Result<f64, String> {
        if y == 0.0 {
            return Err(format!("{x} cannot be divided by zero"));
        }
        Ok(x / y)
    }

    fn neg(&self, x: f64) -> f64 {
        -x
    }

    #[allow(clippy::approx_constant, reason = "the API says so")]
    fn pi(&self) -> f64 {
        3.142
    }

    fn power(&self, x: f64, power: f64) -> Result<f64, String> {
        let result = x.powf(power);
        if result.is_finite() {
            Ok(result)
        } else {
            Err(format!("{x} to the power of {power} is no number"))
        }
    }

    fn sqr_root(&self, x: f64) -> Result<f64, String> {
        if x < 0.0 {
            return Err(format!("{x} has no square root"));
        }
        Ok(x.sqrt())
    }

    fn add_vector(&self, vector: &[f64]) -> f64 {
        vector.iter().sum()
    }
}
