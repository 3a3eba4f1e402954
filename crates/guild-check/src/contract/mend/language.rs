//! The language of code that names none, where there is no doubt.

use std::sync::Arc;

use serde::de::IgnoredAny;

use crate::Span;
use crate::contract::work::Work;
use crate::fix::{Edit, Fix};
use crate::markdown::CodeBlock;

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// Names the language after a fence.
pub(in crate::contract) fn language(work: &Work, code: &CodeBlock) -> Option<Arc<Fix>> {
    let language = certain(&code.content)?;
    let fence = work.document.source.slice(code.span);
    let mark = fence
        .chars()
        .next()
        .filter(|mark| matches!(mark, '`' | '~'))?;
    let width = fence.chars().take_while(|letter| *letter == mark).count();
    let at = code.span.start as usize + width;
    Some(Fix::new(
        format!("mark the code as `{language}`"),
        vec![Edit::write(Span::new(at..at), language)],
    ))
}

fn certain(code: &str) -> Option<&'static str> {
    let code = code.trim();
    let first = code.lines().next()?;
    if code.starts_with(['{', '[']) {
        return serde_json::from_str::<IgnoredAny>(code)
            .is_ok()
            .then_some("json");
    }
    if let Some(interpreter) = first.strip_prefix("#!") {
        return of_interpreter(interpreter);
    }
    if is_http(first) {
        return Some("http");
    }
    let lower = first.to_ascii_lowercase();
    if lower.starts_with("<?xml ") {
        return Some("xml");
    }
    if lower.starts_with("<!doctype html") {
        return Some("html");
    }
    let after_prompt = first.strip_prefix("$ ");
    if after_prompt
        .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_alphabetic()))
    {
        return Some("console");
    }
    let is_call = first.starts_with("curl ") && (first.contains("://") || first.contains(" -"));
    is_call.then_some("sh")
}

/// Reads `/usr/bin/env python3` and `/bin/sh -e`.
fn of_interpreter(line: &str) -> Option<&'static str> {
    let mut words = line.split_whitespace();
    let program = words.next()?.rsplit('/').next()?;
    let program = match program {
        "env" => words.next()?,
        program => program,
    };
    let name = program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    match name {
        "sh" | "dash" => Some("sh"),
        "bash" => Some("bash"),
        "python" => Some("python"),
        "node" => Some("javascript"),
        _ => None,
    }
}

/// Says whether a line is the first of a raw request or of a raw answer.
fn is_http(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_version = |word: &&str| {
        word.strip_prefix("HTTP/")
            .is_some_and(|rest| rest.starts_with(['1', '2', '3']))
    };
    match words.as_slice() {
        [method, _, version] if METHODS.contains(method) => is_version(version),
        [version, status, ..] => {
            is_version(version) && status.len() == 3 && status.parse::<u16>().is_ok()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_is_named_and_what_is_not_is_left() {
        for (code, language) in [
            ("{\"id\": 1}\n", Some("json")),
            ("[\n  1\n]\n", Some("json")),
            ("{ id: 1 }\n", None),
            ("#!/usr/bin/env python3\nprint(1)\n", Some("python")),
            ("#!/bin/sh -e\nls\n", Some("sh")),
            ("#!/usr/bin/perl\n", None),
            ("POST /tasks HTTP/1.1\nHost: a\n", Some("http")),
            ("HTTP/1.1 201 Created\n", Some("http")),
            ("GET /tasks\n", None),
            ("$ guild serve\nlistening\n", Some("console")),
            ("curl -s http://127.0.0.1/tasks\n", Some("sh")),
            ("curl\n", None),
            ("<!DOCTYPE html>\n", Some("html")),
            ("const a = 1\n", None),
            ("\n", None),
        ] {
            assert_eq!(certain(code), language, "{code}");
        }
    }
}
