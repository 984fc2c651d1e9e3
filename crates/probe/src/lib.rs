//! A small HTTP client for tests and load tests of the web workshop.
//!
//! One connection, blocking, without anything a browser would do on its own, so that a test says
//! exactly what goes over the wire: wrong hosts, wrong lengths, half requests.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// A connection that is kept open from one request to the next.
pub struct Client {
    addr: SocketAddr,
    stream: BufReader<TcpStream>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// One server-sent event.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// Its data.
    pub data: Value,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// If nobody listens.
    pub fn connect(addr: SocketAddr) -> io::Result<Client> {
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        let stream = BufReader::new(stream);
        Ok(Client { addr, stream })
    }

    /// Waits no longer than this for the next bytes.
    ///
    /// # Errors
    /// If the connection is broken.
    pub fn patience(&self, time: Duration) -> io::Result<()> {
        self.stream.get_ref().set_read_timeout(Some(time))
    }

    /// Asks for something.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.send("GET", path, &[], None)
    }

    /// Sends JSON.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn post(&mut self, path: &str, body: &Value) -> io::Result<Answer> {
        let body = body.to_string();
        let json = [("content-type", "application/json")];
        self.send("POST", path, &json, Some(body.as_bytes()))
    }

    /// Sends any request; a `host` among the headers replaces the true one.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> io::Result<Answer> {
        self.write(method, path, headers, body)?;
        self.answer()
    }

    /// Starts a job and hands every event to `hear` until it answers no or the stream ends; the
    /// answer is returned if it is no stream.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn job(
        &mut self,
        body: &Value,
        hear: &mut dyn FnMut(Event) -> bool,
    ) -> io::Result<Option<Answer>> {
        let text = body.to_string();
        let json = [("content-type", "application/json")];
        self.write("POST", "/api/jobs", &json, Some(text.as_bytes()))?;
        let (status, headers) = self.head()?;
        if status != 200 {
            let body = self.body(&headers)?;
            return Ok(Some(Answer {
                status,
                headers,
                body,
            }));
        }
        let mut text = String::new();
        while let Some(chunk) = self.chunk()? {
            text.push_str(&String::from_utf8_lossy(&chunk));
            while let Some(end) = text.find("\n\n") {
                let event = parse(&text[..end]);
                text.drain(..end + 2);
                if event.is_some_and(|event| !hear(event)) {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// Writes bytes as they are.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Reads only the status of an answer to something written with [`raw`](Client::raw): of a
    /// stream that goes on.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn status(&mut self) -> io::Result<u16> {
        Ok(self.head()?.0)
    }

    /// Reads an answer to something written with [`raw`](Client::raw).
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn answer(&mut self) -> io::Result<Answer> {
        let (status, headers) = self.head()?;
        let body = self.body(&headers)?;
        Ok(Answer {
            status,
            headers,
            body,
        })
    }

    fn write(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> io::Result<()> {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text.push_str(&format!("host: {}\r\n", self.addr));
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(body) = body {
            text.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        text.push_str("\r\n");
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        self.raw(&bytes)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    fn head(&mut self) -> io::Result<(u16, Vec<(String, String)>)> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Ok((status, headers));
            }
            if let Some((name, value)) = line.split_once(':') {
                headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
    }

    fn body(&mut self, headers: &[(String, String)]) -> io::Result<Vec<u8>> {
        let value = |wanted: &str| headers.iter().find(|(name, _)| name == wanted);
        let mut body = Vec::new();
        if let Some((_, length)) = value("content-length") {
            let length = length.parse().map_err(|_| io::ErrorKind::InvalidData)?;
            body.resize(length, 0);
            self.stream.read_exact(&mut body)?;
        } else if value("transfer-encoding").is_some() {
            while let Some(chunk) = self.chunk()? {
                body.extend(chunk);
            }
        }
        Ok(body)
    }

    /// The next chunk of a body that comes in chunks; `None` at its end.
    fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let size = usize::from_str_radix(&self.line()?, 16);
        let mut chunk = vec![0; size.map_err(|_| io::ErrorKind::InvalidData)?];
        self.stream.read_exact(&mut chunk)?;
        self.line()?;
        Ok(Some(chunk).filter(|chunk| !chunk.is_empty()))
    }
}

impl Answer {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| &value[..])
    }
}

fn parse(text: &str) -> Option<Event> {
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name))
            .map(str::trim_start)
    };
    Some(Event {
        name: field("event:")?.to_owned(),
        data: serde_json::from_str(field("data:")?).ok()?,
    })
}
