//! Everything the server itself can have against a request; what the request asks for has codes
//! of its own, in the workshop and in the games.

gridwright_core::codes! {
    WRONG_METHOD = Fault "web.wrong-method": "The address does not take this kind of request.";
    NOT_JSON_TYPE = Fault "web.not-json-type": "The body must be sent as application/json.";
    BODY_TOO_SLOW = Fault "web.body-too-slow": "The body did not arrive in time.";
    BODY_BROKEN = Fault "web.body-broken": "The body ended before it was complete.";
    ANSWER_TOO_LARGE = Fault "web.answer-too-large": "The answer has more bytes than are sent.";
    HOST = Fault "web.host": "The request names another host than this server.";
    ORIGIN = Fault "web.origin": "The request comes from another site's page.";
    TOKEN = Fault "web.token": "The request lacks the token that the server printed when it started.";
}
