//! Who may speak to the server.

use gridwright_probe::Answer;
use gridwright_web::Config;

use crate::running::{Running, fresh};

fn ask(running: &Running, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let body: Option<&[u8]> = (method == "POST").then_some(b"{}");
    let json = [("content-type", "application/json")];
    let headers: Vec<_> = json.iter().chain(headers).copied().collect();
    running.client().send(method, path, &headers, body).unwrap()
}

fn code(answer: &Answer) -> String {
    let faults = &answer.json()["faults"];
    faults[0]["code"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn only_our_own_names_and_pages_are_answered() {
    let (_home, running) = fresh();
    let port = running.addr.port();
    let check = |method: &str, headers: &[(&str, String)], expected: &str| {
        let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, &v[..])).collect();
        let answer = ask(&running, method, "/api/progress/reset", &headers);
        let found = match answer.status {
            200 | 405 => "in".to_owned(),
            _ => code(&answer),
        };
        assert_eq!(found, expected, "{method} {headers:?}");
    };
    let host = |name: &str| ("host", format!("{name}:{port}"));
    for name in ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"] {
        check("GET", &[host(name)], "in");
        check("POST", &[host(name)], "in");
        check(
            "POST",
            &[host(name), ("origin", format!("http://{name}:{port}"))],
            "in",
        );
    }
    for name in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "0.0.0.0",
    ] {
        check("GET", &[host(name)], "web.host");
        check(
            "POST",
            &[host(name), ("origin", format!("http://{name}:{port}"))],
            "web.host",
        );
    }
    check("GET", &[("host", "localhost".into())], "web.host");
    check("GET", &[("host", "localhost:1".into())], "web.host");
    check("GET", &[("host", String::new())], "web.host");
    for origin in [
        "http://evil.example",
        "null",
        "http://localhost",
        "localhost",
        "",
    ] {
        check(
            "POST",
            &[host("localhost"), ("origin", origin.into())],
            "web.origin",
        );
    }
    let other = format!("http://127.0.0.1:{port}");
    check(
        "POST",
        &[host("localhost"), ("origin", other)],
        "web.origin",
    );
    let site = |site: &str| ("sec-fetch-site", site.to_owned());
    check(
        "POST",
        &[host("localhost"), site("cross-site")],
        "web.origin",
    );
    check("POST", &[host("localhost"), site("same-origin")], "in");
    check("GET", &[host("localhost"), site("cross-site")], "in");
}

#[test]
fn elsewhere_a_token_opens_the_door() {
    let home = tempfile::tempdir().unwrap();
    let mut config = Config::new(([0, 0, 0, 0], 0).into(), home.path().to_owned());
    config.token = Some("open-sesame".into());
    let running = Running::with(config);
    let port = running.addr.port();
    let check = |path: &str, headers: &[(&str, &str)], expected: u16| {
        let answer = ask(&running, "GET", path, headers);
        assert_eq!(answer.status, expected, "{path} {headers:?}");
        answer
    };
    let cookie = format!("gridwright-{port}=open-sesame");
    check("/healthz", &[], 200);
    check("/api/games", &[], 401);
    check("/", &[], 401);
    check("/?token=open-sesam", &[], 401);
    check(
        "/api/games",
        &[("authorization", "Bearer open-sesame")],
        200,
    );
    check("/api/games", &[("authorization", "Bearer shut")], 401);
    check("/api/games", &[("cookie", &cookie)], 200);
    check(
        "/api/games",
        &[("cookie", &format!("a=b; {cookie}; c=d"))],
        200,
    );
    check("/api/games", &[("cookie", "gridwright-1=open-sesame")], 401);
    // The token leaves the address bar whether or not it was needed, and leads nowhere else.
    let leads = |path: &str, headers: &[(&str, &str)], expected: &str| {
        let welcome = check(path, headers, 303);
        assert_eq!(welcome.header("location"), Some(expected), "{path}");
    };
    leads("/?token=open-sesame", &[("cookie", &cookie)], "/");
    leads("/?a=b&token=open-sesame", &[], "/");
    leads("//evil.example/?token=open-sesame", &[], "/evil.example/");
    leads("///evil.example?token=open-sesame", &[], "/evil.example");
    let welcome = check("/?token=open-sesame", &[], 303);
    assert_eq!(welcome.header("location"), Some("/"));
    let given = welcome.header("set-cookie").unwrap();
    assert!(given.starts_with(&cookie), "{given}");
    assert!(
        given.contains("HttpOnly") && given.contains("SameSite=Strict"),
        "{given}"
    );
}

#[test]
fn an_open_server_makes_up_a_token() {
    let home = tempfile::tempdir().unwrap();
    let config = Config::new(([0, 0, 0, 0], 0).into(), home.path().to_owned());
    let running = Running::with(config);
    assert_eq!(running.get("/api/games").status, 401);
}

#[test]
fn every_answer_tells_the_browser_what_it_may_do() {
    let (_home, running) = fresh();
    for path in ["/", "/api/games", "/api/nothing", "/healthz"] {
        let answer = running.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
    }
    let page = running.get("/");
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let tag = page.header("etag").unwrap().to_owned();
    let again = ask(&running, "GET", "/", &[("if-none-match", &tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
}
