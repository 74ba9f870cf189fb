//! Formats as regular expressions: each matches a part of what the format allows, wide enough
//! for anything that is meant.

/// The days of a year of which no day is near the edge of time, where an offset leads beyond it.
const DATE: &str = "[1-8][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|\
    (0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|\
    [1-8][0-9]([02468][48]|[2468]0|[13579][26])-02-29";
const CLOCK: &str = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?";
const OFFSET: &str = "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])";
const OCTET: &str = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const LABEL: &str = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const PATH: &str = "([a-zA-Z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-fA-F]{2})";

/// The regular expression of a format; `None` for a format that is not known.
pub(super) fn pattern(format: &str) -> Option<String> {
    Some(match format {
        "date" => DATE.to_owned(),
        "date-time" => format!("({DATE})T{CLOCK}{OFFSET}"),
        "time" => format!("{CLOCK}{OFFSET}"),
        "local-time" => CLOCK.to_owned(),
        "local-date-time" => format!("({DATE})T{CLOCK}"),
        "duration" => "P([0-9]{1,4}Y)?([0-9]{1,4}M)?[0-9]{1,4}D(T[0-9]{1,4}H([0-9]{1,4}M([0-9]{1,4}S)?)?)?|\
             PT([0-9]{1,4}H([0-9]{1,4}M([0-9]{1,4}S)?)?|[0-9]{1,4}M([0-9]{1,4}S)?|[0-9]{1,4}S)|\
             P[0-9]{1,4}Y([0-9]{1,4}M)?|P[0-9]{1,4}M"
            .to_owned(),
        "time-duration" => {
            "PT([0-9]{1,4}H([0-9]{1,4}M([0-9]{1,4}S)?)?|[0-9]{1,4}M([0-9]{1,4}S)?|[0-9]{1,4}S)"
                .to_owned()
        }
        "uuid" => "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}".to_owned(),
        "ipv4" => format!("({OCTET}\\.){{3}}{OCTET}"),
        "ipv6" => "([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|\
             ([0-9a-fA-F]{1,4}(:[0-9a-fA-F]{1,4}){0,2})?::([0-9a-fA-F]{1,4}(:[0-9a-fA-F]{1,4}){0,3})?"
            .to_owned(),
        "hostname" | "idn-hostname" => {
            format!("[a-zA-Z]([a-zA-Z0-9]|-[a-zA-Z0-9]){{0,30}}(\\.{LABEL}){{0,3}}")
        }
        "email" | "idn-email" => {
            "[a-zA-Z0-9_+-]{1,30}(\\.[a-zA-Z0-9_+-]{1,12}){0,2}@\
             [a-zA-Z]([a-zA-Z0-9]|-[a-zA-Z0-9]){0,30}(\\.[a-zA-Z]([a-zA-Z0-9]|-[a-zA-Z0-9]){0,30}){1,3}"
                .to_owned()
        }
        "uri" | "url" | "iri" | "uri-reference" | "iri-reference" => format!(
            "(https?|ftp)://[a-zA-Z]([a-zA-Z0-9]|-[a-zA-Z0-9]){{0,30}}\
             (\\.[a-zA-Z]([a-zA-Z0-9]|-[a-zA-Z0-9]){{0,30}}){{0,4}}(:[1-9][0-9]{{0,3}})?(/{PATH}*)?(#{PATH}*)?"
        ),
        "decimal" => "-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,12})?".to_owned(),
        "base64" | "byte" => {
            "([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"
                .to_owned()
        }
        _ => return None,
    })
}

/// Formats that say nothing about the text: those of numbers, and of any text.
pub(super) fn is_hint(format: &str) -> bool {
    let number = format.trim_start_matches('u').trim_start_matches("int");
    matches!(
        format,
        "float" | "double" | "password" | "binary" | "unknown" | "unix-time"
    ) || (format.contains("int") && number.bytes().all(|byte| byte.is_ascii_digit()))
}
