//! What tells that a text orders an assistant about: each with the words for it.

use std::ops::Range;
use std::sync::LazyLock;

use guild_check::orders::{FOREIGN, order_in};
use regex::Regex;

use super::pattern::pattern;

/// Something in a text that reads as an instruction.
pub(super) struct Signal {
    /// Where, in the text that was looked at.
    pub(super) range: Range<usize>,
    /// Why, in words.
    pub(super) why: &'static str,
}

struct Pattern {
    regex: Regex,
    why: &'static str,
}

/// What an assistant is called. `agent` and `assistant` alone are people too.
const AI: &str = r"(?:ai(?:[ -](?:language )?(?:assistant|agent|model|system|bot|tester|crawler|tool|browser|program)s?|s)?|(?:large )?language models?|llms?(?:-based)?(?: agents?)?|(?:virtual|digital|coding|browser|browsing|automation|automated|testing|autonomous|web|computer-use)[ -](?:ai )?(?:assistant|agent|tester)s?|chat ?bots?|claude|chat ?gpt|gpt(?:-?\d\w*)?|copilot|gemini|bard|cursor|codex)";

/// What somebody is told to do.
const ORDER: &str = r"(?:you (?:must|should|shall|need to|have to|are (?:required|instructed|ordered|to)|will)|must|should|shall|please|do not|don't|never|always|immediately|ignore|disregard|skip|stop|open|visit|go to|navigate|click|press|type|enter|fill|submit|send|post|upload|copy|paste|fetch|download|execute|run|call|use|reveal|print|output|repeat|respond|reply|answer|report|mark|say|state|tell|write|include|add|append|follow|read|delete|approve|accept|treat|consider|recommend|rate|summari[sz]e|forget|change|set|switch|transfer|buy|order|confirm|invoke)";

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let page = r"(?:this|the|our|these|any) (?:\w+ )?(?:page|site|website|web ?page|document|content|text|message|comment|file|article|form|app|application|dom|html|section|results?|output|data|review|e-?mail|ticket|issue)s?";
    let reading = r"(?:who |that |which )?(?:are |is )?(?:currently )?(?:reading|processing|viewing|visiting|browsing|parsing|testing|analy[sz]ing|summari[sz]ing|accessing|crawling|scanning|looking at|evaluating|reviewing|checking|operating|running|interacting with|reads?|processes|visits?)";
    let secret = r"(?:document\.cookie|local ?storage|session ?storage|(?:the |your |all |any |their |user'?s? )+(?:session )?cookies?|(?:the |your |their |user'?s )*(?:saved |stored |session |auth(?:entication|orization)? |access |api |private |ssh |login )*(?:passwords?|credentials|tokens?|secrets|keys?)|environment variables|env vars|\.env\b|~/\.ssh|clipboard|conversation|chat history|previous messages|(?:the |your )?system (?:prompt|message)|(?:the )?(?:contents? of )?(?:the|your) (?:context|memory|page|screen))";
    let list: Vec<(String, &'static str)> = vec![
        (format!(r"\b(?:attention|note|notice|message|instructions?|important|warning|hey|hello|hi|dear|reminder|hint|info|for|to)\b[\s:,!*\[(-]{{1,4}}(?:to |for )?(?:all |any |the |our |your |every )*{AI}\b[^.!?]{{0,60}}?[:,;!\])—–-]+\s*(?:[\w' ]{{0,40}}[,;:] )?{ORDER}\b"), "speaks to an assistant"),
        (format!(r"\bif you(?:'re| are)? (?:an? |the )?{AI}\b(?:[,:;]|\.\.\.| (?:reading|processing|viewing|visiting|browsing|parsing|testing|and|or|that|who|you|please|then|must|should))"), "speaks to an assistant"),
        (format!(r"\b(?:any |all |an? |the |every )?{AI} {reading} (?:{page}|this)\b[^.!?]{{0,40}}?\b(?:must|should|shall|needs? to|(?:is|are) (?:required|instructed|asked|to)|has to|have to|please|will)\b"), "speaks to an assistant"),
        (format!(r"\b(?:when|while|before|after) (?:you (?:are )?)?{reading} {page}\b[^.!?]{{0,30}}?,? (?:as )?(?:an? )?{AI}\b"), "speaks to an assistant"),
        (format!(r"(?:^|[.!?:;\]>-] ?){AI}[,:] (?:please |you (?:must|should|need to|are to) |now |immediately |i need you to |do not |don't )"), "speaks to an assistant"),
        (format!(r"\bas an? {AI}[,:]? (?:you (?:must|should|need to|are (?:required|obliged))|your (?:task|job|duty) is)"), "speaks to an assistant"),
        (r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>|\[/?inst\]|<</?sys>>|</?(?:system|system_prompt|system-reminder|function_results?|tool_results?|tool_response|antml:[a-z_]+)>".to_owned(), "imitates the marks of a conversation with a model"),
        (r"(?:^|[\s\[(#*=<-])(?:begin|start|end)(?: of)? (?:new |hidden |secret |admin |system |ai |assistant |user |real )+(?:prompt|instructions?|directives?|commands?|message)".to_owned(), "imitates instructions"),
        (r"(?:^|[\s\[(#*=<-])(?:system|admin|administrator|developer|root|security|assistant|ai) (?:override|overwrite|directive|command|instructions?)\s*[:\]>—-]".to_owned(), "imitates instructions"),
        (r"(?:^|[\s\[(#*=<-])\[?(?:system|admin|developer|assistant)\]?\s*(?:message|note|notice)?\s*[:\]>]+\s*(?:you (?:are now|must|will now|should now|have been)|ignore|disregard|forget|override|new instructions?|the (?:user|task) (?:has|wants|is now)|stop (?:the|your)|your (?:new )?(?:task|instructions?|role|goal))".to_owned(), "imitates instructions"),
        (r"\byour (?:new|real|actual|true|only|updated|primary) (?:task|goal|objective|job|instructions?|mission|role|directive|purpose) (?:is|are)\b".to_owned(), "gives a new task"),
        (r"\b(?:new|updated|revised|hidden|secret|real) (?:system )?(?:instructions?|directives?|prompt)(?: for (?:the |any |all )?(?:ai|assistant|agent|model|llm|you)[\w ]{0,20})?\s*:\s*(?:you |ignore|disregard|forget|do |send|open|navigate|go |reveal|print|click|say|respond|report|always|never)".to_owned(), "gives new instructions"),
        (r"\bfrom now on,? (?:you (?:must|will|shall|are|should)|only|always|never|ignore|respond|act|answer)".to_owned(), "gives new instructions"),
        (r"\byou (?:are|will be) now (?:an? |the |in |called |acting |free |dan\b|jailbroken|operating|running)(?:[\w-]+ ){0,3}?(?:assistant|agent|ai|mode without|unrestricted|dan|persona|model|jailbroken|jailbreak|developer mode|god mode|bot|attacker|hacker)".to_owned(), "gives a new role"),
        (r"\byou are now (?:dan\b|(?:[\w-]+,? ){0,4}free (?:from|of) (?:all |any |your )*(?:restrictions?|rules|limits|limitations|filters?|guidelines))".to_owned(), "gives a new role"),
        (r"\b(?:enter|enable|activate|switch to|engage) (?:developer|dan|jailbreak|god|unrestricted|sudo) mode\b[^.!?]{0,40}\b(?:and|to|then|ignore|without|now)\b".to_owned(), "gives a new role"),
        (r"\b(?:pretend|imagine|act as if|behave as (?:if|though)) (?:that )?(?:you|there) (?:are|have|were|is) (?:no |not |an? )?(?:[\w-]+ ){0,3}(?:restrictions?|rules|limits|limitations|filters?|unrestricted|guidelines|safety|administrator|admin|root)".to_owned(), "gives a new role"),
        (r"\b(?:reveal|print|repeat|output|disclose|dump|leak|show|display|write out|tell me|share|recite|give me|send(?: me)?) (?:me |us |back )?(?:verbatim )?(?:your|the) (?:full |entire |complete |hidden |secret |initial |original |exact |own )*(?:system prompt|system message|system instructions|developer message|initial prompt|hidden prompt|instructions you (?:were|have been)|prompt you were)".to_owned(), "asks for what an assistant was told"),
        (r"\b(?:reveal|print|repeat|output|disclose|dump|leak|recite) (?:all (?:of )?)?your (?:full |entire |hidden |secret |initial |original )*(?:instructions|prompt|guidelines|rules|context|memory)\b".to_owned(), "asks for what an assistant was told"),
        (format!(r"(?:^|[.!?:;,>)\]*\x22'(-] ?|\b(?:please|then|and|must|should|shall|to|now|immediately|first|next|also|quietly|silently|secretly) )(?:send|post|upload|e-?mail|forward|transmit|exfiltrate|leak|submit|report|append|encode|deliver|copy|paste|share|put|write|include|read|collect|gather|extract|find|take|get|dump) (?:out |all (?:of )?|up |back )*(?:of )?{secret}[^.!?]{{0,80}}?\b(?:to|at|into|in|as|via|using|with)\b[^!?]{{0,60}}?(?:https?://|www\.|//[a-z]|\S+@\S+\.\w|webhook|(?:the |this |following |attacker)[\w ]{{0,20}}(?:url|address|endpoint|server|link|form|comment|field|query|parameter))"), SENDS),
        (r"\b(?:silently|secretly|quietly|discreetly|without (?:asking|telling|notifying|informing|alerting|mentioning|confirm\w*)(?: \w+){0,2}),? (?:open|visit|go|navigate|click|send|post|upload|copy|download|execute|run|submit|delete|transfer|fetch|add|install|approve|change)\b[^.!?]{0,60}?(?:https?://|\b(?:links?|urls?|tab|form|button|account|requests?|commands?|script|data|cookies?|tokens?|passwords?|settings?|permissions?|payment|transaction|order|purchase|e-?mails?|messages?|eur|usd|files?)\b|[$€£])".to_owned(), "asks to act in secret"),
        (r"\b(?:open|visit|go|navigate|click|send|post|upload|copy|download|execute|run|submit|delete|transfer|fetch|install|approve|change)\b[^.!?]{3,120}?\bwithout (?:asking|telling|notifying|informing|alerting|mentioning it to|consulting) (?:the |your )?(?:user|human|operator|owner|person|developer|anyone)".to_owned(), "asks to act in secret"),
        (r"\b(?:do not|don't|never|must not|avoid) (?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|report(?:ing)?|show(?:ing)?|ask(?:ing)?) (?:this |it |that |any(?:thing)?(?: of this)? |about this )*(?:to |with )?(?:the |your )?(?:user|human|operator|person in charge)\b".to_owned(), "asks to keep something from the user"),
        (r"\b(?:report|say|state|claim|write|respond|conclude|output|confirm|answer) (?:only )?(?:to the user )?(?:that |with )?\W{0,2}(?:all|every|each|the) (?:of the )?(?:tests?|assertions?|checks?|steps?|test run|test suite)\W? (?:have |has |is |are )?(?:been )?(?:pass(?:ed|es)?|succeed(?:ed|s)?|green|successful)".to_owned(), "asks for a verdict"),
        (r"\bmark (?:this|all|every|each|the) (?:of the )?(?:remaining |failed |failing )?(?:tests?|assertions?|checks?|steps?)[^.!?]{0,20} as (?:passed|passing|successful|green)[^.!?]{0,40}\b(?:regardless|no matter|without|even if|whatever|and (?:stop|do not|skip))".to_owned(), "asks for a verdict"),
        (r"\b(?:do not|don't|never) (?:report|log|record|flag|mention|list) (?:any |this |these |the )*(?:errors?|bugs?|failures?|issues?|problems?|findings?|warnings?|vulnerabilit\w+)[^.!?]{0,50}\b(?:to the user|in (?:the|your) report|instead|and (?:say|report|state))".to_owned(), "asks for a verdict"),
        (r"\bthe (?:user|operator|human|developer|administrator)(?: who sent you)? (?:has |have )?(?:really |actually |already |explicitly )*(?:wants?|asked|told|instructed|ordered|needs|requires?|authori[sz]ed|approved|permitted|requested) (?:that )?(?:you to|you must|you should|this action|all actions)\b".to_owned(), "speaks in the user's name"),
        (r"\b(?:these|the following|this|my) (?:instructions?|message|text|commands?|directives?) (?:supersedes?|overrides?|replaces?|takes? (?:precedence|priority) over|has priority over|have priority over) (?:all |any |your |the |every )*(?:previous|prior|other|earlier|system|existing|original|safety|user)".to_owned(), "asks to set other instructions aside"),
        (r"\b(?:stop|abandon|abort|cancel|quit|drop) (?:what you(?:'re| are) doing|your (?:current |original |present )?(?:task|test|work|plan|instructions|job))\b".to_owned(), "asks to set other instructions aside"),
        (r"\b(?:the )?(?:above|previous|preceding|earlier) (?:instructions?|prompt|text|rules) (?:are|is|were|was) (?:only |just )?(?:a test|invalid|void|obsolete|outdated|wrong|cancell?ed|revoked|no longer)".to_owned(), "asks to set other instructions aside"),
        (FOREIGN.to_owned(), "asks to set other instructions aside"),
        (JOINED.to_owned(), "asks to set other instructions aside"),
    ];
    list.into_iter()
        .filter_map(|(written, why)| {
            Some(Pattern {
                regex: pattern(&written)?,
                why,
            })
        })
        .collect()
});

const SENDS: &str = "asks to send secrets away";

/// The same with its blanks lost.
const JOINED: &str = r"(?:ignore|disregard|forget|override)(?:all|any|the|your|of)*(?:previous|prior|above|earlier|preceding|existing)(?:system)?(?:instruction|prompt|rule|direction|directive|guideline|message)";

/// Finds what reads as an instruction in a text that is in lower case with its white space folded.
pub(super) fn signals(plain: &str) -> Vec<Signal> {
    let mut found: Vec<Signal> = orders(plain);
    for pattern in PATTERNS.iter() {
        let hits = pattern.regex.find_iter(plain).take(8);
        // An interface that says how a caller proves who it is asks for no secret.
        let hits = hits.filter(|hit| pattern.why != SENDS || !hit.as_str().contains("header"));
        found.extend(hits.map(|hit| Signal {
            range: hit.range(),
            why: pattern.why,
        }));
    }
    found
}

/// Each order to set instructions aside: one that is talked about must not hide one that is meant.
fn orders(plain: &str) -> Vec<Signal> {
    const MOST: usize = 16;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((start, length)) = order_in(&plain[at..]) {
        let range = at + start..at + start + length;
        at = range.end;
        found.push(Signal {
            range,
            why: "asks to set instructions aside or to keep something from the user",
        });
        if found.len() == MOST {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_one() {
        assert_eq!(PATTERNS.len(), 32);
    }
}
