//! One editor's session: what is open, and what each message asks for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use guild_check::Source;
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification,
};
use lsp_types::{
    CodeActionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, HoverParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::answer;
use super::document::{Document, path_of};
use super::judge::{self, Held, Kind, Open, slashed};
use super::stated::{self, ApiContracts, Stated, Statement, Told};
use super::wire::{Incoming, failure};
use crate::Context;
use crate::commands::check::today;
use crate::failure::Outcome;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const NOT_INITIALIZED: i32 = -32002;

/// How far the session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing was agreed on yet.
    Started,
    /// The editor works.
    Running,
    /// The editor has asked for the end.
    ShutDown,
    /// The editor has gone, and asked for the end before or not.
    Ended { was_asked: bool },
}

/// One editor's session.
#[derive(Debug)]
pub(super) struct Session {
    phase: Phase,
    /// The folder that the editor has open: paths in reports and settings start there.
    root: PathBuf,
    documents: BTreeMap<String, Document>,
    /// What the editor said of documents when it started.
    editor: Result<Vec<Statement>, String>,
    /// The API contracts that documents are compared with.
    contracts: ApiContracts,
    /// What was wrong with the settings when the editor was last told.
    complaint: Option<String>,
}

impl Session {
    /// Starts with nothing open.
    pub(super) fn new() -> Self {
        Self {
            phase: Phase::Started,
            root: PathBuf::new(),
            documents: BTreeMap::new(),
            editor: Ok(Vec::new()),
            contracts: ApiContracts::default(),
            complaint: None,
        }
    }

    /// Gives how the program ends, once the editor has gone.
    pub(super) fn ended(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Ended { was_asked: true } => Some(Outcome::Clean),
            Phase::Ended { was_asked: false } => Some(Outcome::Findings),
            Phase::Started | Phase::Running | Phase::ShutDown => None,
        }
    }

    /// Follows a message and gives the answers to it.
    pub(super) fn handle(&mut self, incoming: Incoming, context: &mut Context) -> Vec<Value> {
        let message = match incoming {
            Incoming::Message(message) => message,
            Incoming::Malformed(why) => return vec![failure(&Value::Null, PARSE_ERROR, &why)],
        };
        let id = message.get("id");
        let Some(method) = message.get("method").and_then(Value::as_str) else {
            // An answer to what was never asked is passed over.
            let is_answer = message.get("result").is_some() || message.get("error").is_some();
            let id = id.unwrap_or(&Value::Null);
            let refusal = || failure(id, INVALID_REQUEST, "the message names no method");
            return if is_answer {
                Vec::new()
            } else {
                vec![refusal()]
            };
        };
        let params = message.get("params").cloned().unwrap_or(Value::Null);
        match id {
            None => self.notified(method, params),
            Some(id) => {
                let mut replies = Vec::new();
                if self.phase == Phase::Running {
                    replies = self.publish(context);
                }
                replies.push(match self.asked(method, params, context) {
                    Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
                    Err((code, why)) => failure(id, code, &why),
                });
                replies
            }
        }
    }

    /// Checks what has changed and gives the findings for the editor to show.
    pub(super) fn publish(&mut self, context: &mut Context) -> Vec<Value> {
        if self.documents.values().all(|document| document.is_checked) {
            return Vec::new();
        }
        let mut messages = Vec::new();
        let mut told = Told::read(&self.editor, context);
        let changed: Vec<String> = self
            .documents
            .iter()
            .filter(|(_, document)| !document.is_checked)
            .map(|(uri, _)| uri.clone())
            .collect();
        for uri in changed {
            let found = self.judge(&uri, &mut told, context);
            if let Some(document) = self.documents.get_mut(&uri) {
                document.findings = found;
                document.is_checked = true;
                messages.push(answer::published(document));
            }
        }
        let complaint = (!told.complaints.is_empty()).then(|| told.complaints.join("\n"));
        if complaint != self.complaint {
            let told = complaint.as_deref().map(answer::warning);
            messages.splice(0..0, told);
            self.complaint = complaint;
        }
        messages
    }

    fn judge(
        &mut self,
        uri: &str,
        told: &mut Told,
        context: &Context,
    ) -> Vec<guild_check::Finding> {
        let Some(document) = self.documents.get(uri) else {
            return Vec::new();
        };
        let (path, source) = (document.path.clone(), document.source.clone());
        let Some(kind) = self.kind(path.as_deref(), &source, told, context) else {
            return Vec::new();
        };
        let open = self.documents.values().filter_map(|document| {
            Some(Open {
                path: document.path.as_deref()?,
                text: document.source.text(),
            })
        });
        let held = Held {
            path: path.as_deref(),
            source: &source,
            open: open.collect(),
            settings: &told.settings,
            conventions: &told.conventions,
            today: today(),
        };
        judge::judge(&kind, &held)
    }

    /// Tells what a document is: by what is said of it, or by its form.
    fn kind(
        &mut self,
        path: Option<&Path>,
        source: &Source,
        told: &mut Told,
        context: &Context,
    ) -> Option<Kind> {
        let statement = stated::on(&told.statements, source.path()).cloned();
        let work = statement.as_ref().map_or(Stated::Unsaid, Statement::work);
        let kind = match work {
            Stated::Nothing => return None,
            Stated::Unsaid => judge::kind(path, source)?,
            Stated::Work(skill) => match judge::kind_of_skill(skill, context) {
                Ok(kind) => kind,
                Err(complaint) => {
                    told.complain(complaint);
                    return None;
                }
            },
        };
        let contract = statement.as_ref().and_then(Statement::contract);
        let (Kind::Docs(_), Some(contract)) = (&kind, contract) else {
            return Some(kind);
        };
        match self.contracts.get(contract) {
            Ok(contract) => Some(Kind::Docs(Some(contract))),
            Err(complaint) => {
                told.complain(complaint);
                Some(kind)
            }
        }
    }

    fn notified(&mut self, method: &str, params: Value) -> Vec<Value> {
        if method == "exit" {
            let was_asked = self.phase == Phase::ShutDown;
            self.phase = Phase::Ended { was_asked };
        }
        if self.phase != Phase::Running {
            return Vec::new();
        }
        // What cannot be understood is passed over: nobody waits for an answer.
        let followed = match method {
            DidOpenTextDocument::METHOD => read(params).map(|params| self.open(params)),
            DidChangeTextDocument::METHOD => read(params).map(|params| self.change(params)),
            DidSaveTextDocument::METHOD => read(params).map(|params| self.saved(&params)),
            DidCloseTextDocument::METHOD => read(params).map(|params| self.close(&params)),
            _ => Ok(Vec::new()),
        };
        followed.unwrap_or_default()
    }

    fn asked(
        &mut self,
        method: &str,
        params: Value,
        context: &mut Context,
    ) -> Result<Value, (i32, String)> {
        match (self.phase, method) {
            (Phase::Started, "initialize") => {
                if let Some(folder) = root(&params) {
                    context.settings.environment.working_folder = folder;
                }
                self.root = context.settings.environment.working_folder.clone();
                let options = params.get("initializationOptions").unwrap_or(&Value::Null);
                self.editor = stated::of_editor(options, &self.root);
                self.phase = Phase::Running;
                Ok(answer::capabilities())
            }
            (Phase::Started, _) => Err((NOT_INITIALIZED, "`initialize` comes first".to_owned())),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, "textDocument/codeAction") => {
                let params: CodeActionParams = read(params)?;
                let uri = params.text_document.uri.as_str();
                let Some(document) = self.documents.get(uri) else {
                    return Ok(json!([]));
                };
                let (path, source) = (document.path.clone(), document.source.clone());
                let mut told = Told::read(&self.editor, context);
                let kind = self
                    .kind(path.as_deref(), &source, &mut told, context)
                    .filter(|kind| !matches!(kind, Kind::Skill(_)));
                let judged = |source: &Source| {
                    let held = Held {
                        path: path.as_deref(),
                        source,
                        open: Vec::new(),
                        settings: &told.settings,
                        conventions: &told.conventions,
                        today: today(),
                    };
                    let kind = kind.as_ref();
                    kind.map_or_else(Vec::new, |kind| judge::judge(kind, &held))
                };
                let document = self.documents.get(uri);
                let Some(document) = document else {
                    return Ok(json!([]));
                };
                let mut actions = answer::actions(document, &params, &judged);
                let meant = kind.as_ref().map(|kind| judge::meant(kind, &source));
                actions.extend(answer::meant(document, &params, &meant.unwrap_or_default()));
                Ok(json!(actions))
            }
            (Phase::Running, "textDocument/hover") => {
                let params: HoverParams = read(params)?;
                let at = params.text_document_position_params;
                let document = self.documents.get(at.text_document.uri.as_str());
                Ok(json!(
                    document.and_then(|document| answer::hover(document, at.position))
                ))
            }
            (Phase::Running, "initialize") => {
                Err((INVALID_REQUEST, "`initialize` comes once".to_owned()))
            }
            (Phase::Running, _) => Err((METHOD_NOT_FOUND, format!("`{method}` is not known here"))),
            (Phase::ShutDown | Phase::Ended { .. }, _) => Err((
                INVALID_REQUEST,
                "nothing comes after `shutdown` but `exit`".to_owned(),
            )),
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) -> Vec<Value> {
        let opened = params.text_document;
        let uri = opened.uri.as_str().to_owned();
        let path = path_of(&uri);
        let shown = match &path {
            Some(path) => slashed(path.strip_prefix(&self.root).unwrap_or(path)),
            None => uri.clone(),
        };
        let document = Document {
            uri: opened.uri,
            path,
            version: opened.version,
            source: Source::new(shown, opened.text),
            findings: Vec::new(),
            is_checked: false,
        };
        self.documents.insert(uri, document);
        Vec::new()
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) -> Vec<Value> {
        let changed = params.text_document;
        if let Some(document) = self.documents.get_mut(changed.uri.as_str()) {
            document.change(changed.version, params.content_changes);
        }
        self.unsettle(changed.uri.as_str());
        Vec::new()
    }

    /// A file on disk has changed: what it is, and what is said of the files around it.
    fn saved(&mut self, _saved: &DidSaveTextDocumentParams) -> Vec<Value> {
        self.contracts.forget();
        for document in self.documents.values_mut() {
            document.is_checked = false;
        }
        Vec::new()
    }

    /// What is closed has no findings to show.
    fn close(&mut self, params: &DidCloseTextDocumentParams) -> Vec<Value> {
        let closed = self.documents.remove(params.text_document.uri.as_str());
        let emptied = closed.map(|document| Document {
            findings: Vec::new(),
            ..document
        });
        self.unsettle(params.text_document.uri.as_str());
        emptied.iter().map(answer::published).collect()
    }

    /// What is said of one file of a skill, or of an API contract, depends on the others.
    fn unsettle(&mut self, changed: &str) {
        let may_be_named = judge::is_data(changed);
        for document in self.documents.values_mut() {
            document.is_checked &= !(may_be_named && judge::is_data(document.source.path()));
            let path = document.path.as_deref();
            let folders = path.into_iter().flat_map(|path| path.ancestors().skip(1));
            if folders
                .into_iter()
                .any(|folder| folder.join("SKILL.md").is_file())
            {
                document.is_checked = false;
            }
        }
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, (i32, String)> {
    serde_json::from_value(params).map_err(|error| (INVALID_PARAMS, error.to_string()))
}

/// Gives the folder that the editor has open.
fn root(params: &Value) -> Option<PathBuf> {
    let folder = params.pointer("/workspaceFolders/0/uri");
    let uri = folder.or_else(|| params.get("rootUri"))?.as_str()?;
    path_of(uri).filter(|path| path.is_dir())
}
