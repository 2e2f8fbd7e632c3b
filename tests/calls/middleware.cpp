// Handlers in handlers: each is a closure with a copy of a middleware and of the next handler.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Request {
    std::string method, path;
    std::map<std::string, std::string> headers;
};

struct Response {
    int status = 200;
    std::string body;
};

using Handler = std::function<Response(const Request&)>;
using Middleware = std::function<Response(const Request&, const Handler&)>;

struct Sink {
    virtual ~Sink() = default;
    virtual void write(const std::string& line) = 0;
};

struct Console : Sink {
    void write(const std::string& line) override { std::printf("%s\n", line.c_str()); }
};

struct Counter : Sink {
    int lines = 0;
    void write(const std::string&) override { lines++; }
};

class Router {
public:
    void use(Middleware middleware) { middleware_.push_back(std::move(middleware)); }
    void on(const std::string& method, const std::string& path, Handler handler) {
        routes_.push_back({{method, path}, std::move(handler)});
    }
    Response handle(const Request& request) const {
        Handler chain = [this](const Request& it) { return dispatch(it); };  // named: dispatch
        for (auto it = middleware_.rbegin(); it != middleware_.rend(); ++it) {
            chain = [step = *it, next = chain](const Request& it) {  // named: step
                return step(it, next);  // calls: log, recover, Authenticator::operator()
            };
        }
        return chain(request);  // calls: step, dispatch
    }

private:
    struct Route {
        std::vector<std::string> pattern;
        Handler handler;
    };

    Response dispatch(const Request& request) const {
        for (const Route& route : routes_) {
            if (route.pattern[0] == request.method && route.pattern[1] == request.path) {
                return route.handler(request);  // calls: home, echo
            }
        }
        return {404, "nothing here"};
    }

    std::vector<Middleware> middleware_;
    std::vector<Route> routes_;
};

static Response recover(const Request& request, const Handler& next) {
    Response response = next(request);  // calls: step, dispatch
    if (response.status == 404) response.body += ", " + request.path;
    return response;
}

struct Authenticator {
    std::string token;
    Response operator()(const Request& request, const Handler& next) const {
        auto found = request.headers.find("token");
        if (found == request.headers.end() || found->second != token) return {401, "who are you"};
        return next(request);  // calls: step, dispatch
    }
};

static Response home(const Request&) { return {200, "home"}; }

int main() {
    std::vector<std::shared_ptr<Sink>> sinks = {std::make_shared<Console>(), std::make_shared<Counter>()};
    auto log = [&sinks](const Request& request, const Handler& next) {  // named: log
        Response response = next(request);  // calls: step, dispatch
        for (const auto& sink : sinks) sink->write(request.method + " " + request.path);  // calls: Console::write, Counter::write
        return response;
    };
    std::string prefix = "echo of a long text: ";
    auto echo = [prefix](const Request& request) { return Response{200, prefix + request.path}; };  // named: echo
    const std::vector<std::vector<Middleware>> orders = {
        {log, recover, Authenticator{"secret"}}, {Authenticator{"secret"}, recover, log}, {recover, log}, {log}, {recover}, {}};
    for (const auto& order : orders) {
        Router router;
        for (const Middleware& it : order) router.use(it);
        router.on("GET", "/", home);
        router.on("GET", "/echo", echo);
        std::vector<Request> requests = {{"GET", "/", {{"token", "secret"}}}, {"GET", "/echo", {{"token", "secret"}}}, {"PUT", "/", {}}};
        for (const Request& request : requests) std::printf("%s\n", router.handle(request).body.c_str());
    }
}
