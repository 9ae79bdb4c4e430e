//! What of somebody else's text may reach a terminal as it is.
//!
//! Owns the line between a sign that is only shown and one that a terminal obeys: control characters move the cursor, ring,
//! change colours or answer as if typed; marks of direction make a line read otherwise than it is. It must never look at
//! what a text means. The reader of content refuses such signs, problems and the command line show something in their place.

/// What is shown instead.
const STAND_IN: char = '\u{fffd}';

/// Whether a terminal could take this sign for an order, or show what stands around it in another order.
///
/// The end of a line and a tab are none: texts have them.
#[must_use]
pub fn is_order(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        // Ends of lines and paragraphs, then embeddings, overrides and isolates of direction (Unicode, UAX 9).
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => sign.is_control(),
    }
}

/// The sign, or what is shown instead of it where a text has one line.
#[must_use]
pub fn shown_in_line(sign: char) -> char {
    match sign {
        '\t' => ' ',
        '\n' => STAND_IN,
        _ if is_order(sign) => STAND_IN,
        _ => sign,
    }
}

/// A text of many lines, made safe to show.
#[must_use]
pub fn shown(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains(is_order) {
        // The end of a line as Windows writes it is no order.
        let unix = text.replace("\r\n", "\n");
        return unix.chars().map(|sign| if is_order(sign) { STAND_IN } else { sign }).collect::<String>().into();
    }
    text.into()
}

/// JSON in which such signs stand as escapes: the same value to who reads it, and safe to show.
#[must_use]
pub fn escaped_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for sign in json.chars() {
        if is_order(sign) {
            out.push_str(&format!("\\u{:04x}", u32::from(sign)));
        } else {
            out.push(sign);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_to_a_terminal_are_shown_and_not_obeyed() {
        let check = |text: &str, expected: &str| assert_eq!(shown(text), expected, "{text:?}");
        check("a line\n\tand another", "a line\n\tand another");
        check("\u{1b}[2J \u{9b}31m \u{7f}\u{7}", "\u{fffd}[2J \u{fffd}31m \u{fffd}\u{fffd}");
        check("left \u{202e}thgir", "left \u{fffd}thgir");
        check("one\r\ntwo\rthree", "one\ntwo\u{fffd}three");
        check("é 龍 \u{200d}", "é 龍 \u{200d}");
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({"name": "\u{9b}1m\u{202e}\u{7f}é\n"});
        let text = escaped_json(&value.to_string());
        assert!(!text.contains(is_order), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
