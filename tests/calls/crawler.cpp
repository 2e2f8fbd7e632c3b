// A dungeon crawler: typed commands move a hero, monsters follow strategies, and a chronicle hears of every event.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

class Creature;

struct Moved {
    int from, to;
};
struct Wounded {
    const Creature* victim;
    int damage;
};
struct Slept {};
using Event = std::variant<Moved, Wounded, Slept>;

template <typename... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};
template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

struct EventListener {
    virtual ~EventListener() = default;
    virtual void on_event(const Event& event) = 0;
};

class Creature {
public:
    Creature(std::string name, int health) : name(std::move(name)), health_(health) {}
    virtual ~Creature() = default;
    virtual int armour() const { return 0; }
    virtual void rest() { health_++; }
    bool alive() const { return health_ > 0; }
    int hit(int strength) {
        int damage = std::max(0, strength - armour());  // calls: Creature::armour, Hero::armour, Dragon::armour
        health_ -= damage;
        return damage;
    }
    const std::string name;

protected:
    int health_;
};

struct Hero : Creature {
    Hero() : Creature("hero", 30) {}
    int armour() const override { return 2; }
    void rest() override { health_ += 4; }
};

struct Strategy {
    virtual ~Strategy() = default;
    virtual int strength(int turn) = 0;
};
struct Aggressive : Strategy {
    int strength(int turn) override { return 3 + turn; }
};
struct Cautious : Strategy {
    int strength(int turn) override { return turn % 2 ? 4 : 0; }
};
struct Fleeing : Strategy {
    int strength(int) override { return 0; }
};

class Monster : public Creature {
public:
    Monster(std::string name, int health, std::unique_ptr<Strategy> strategy)
        : Creature(std::move(name), health), strategy_(std::move(strategy)) {}
    virtual int attack(int turn) {
        if (health_ < 4) {
            strategy_.reset(new Fleeing);  // calls: Aggressive::~Aggressive, Cautious::~Cautious, Fleeing::~Fleeing
        }
        return strategy_->strength(turn);  // calls: Aggressive::strength, Cautious::strength, Fleeing::strength
    }

private:
    std::unique_ptr<Strategy> strategy_;
};

struct Dragon : Monster {
    Dragon() : Monster("dragon", 6, std::make_unique<Cautious>()) {}
    int armour() const override { return 5; }
    int attack(int turn) override { return 1 + Monster::attack(turn); }
};

static int gold_of(const Event& event) { return std::holds_alternative<Wounded>(event) ? 10 : 0; }

class Game {
public:
    using Command = void (Game::*)(std::istream&);

    void subscribe(const std::shared_ptr<EventListener>& listener) { listeners_.push_back(listener); }
    void add(std::unique_ptr<Monster> monster) { monsters_.push_back(std::move(monster)); }
    void every_turn(std::function<bool(int)> hook) { hooks_.push_back(std::move(hook)); }

    void execute(const std::string& line) {
        static const std::map<std::string, Command> commands{
            {"go", &Game::go}, {"hit", &Game::attack}, {"sleep", &Game::sleep}, {"undo", &Game::undo}};
        std::istringstream input(line);
        std::string verb;
        input >> verb;
        auto command = commands.find(verb);
        if (command == commands.end()) throw std::invalid_argument("what is " + verb + "?");
        (this->*command->second)(input);  // calls: Game::go, Game::attack, Game::sleep, Game::undo
        turn_++;
        for (auto& monster : monsters_) {
            int strength = monster->attack(turn_);  // calls: Monster::attack, Dragon::attack
            int damage = hero_.hit(strength);
            if (damage > 0) publish(Wounded{&hero_, damage});
        }
        for (auto hook = hooks_.begin(); hook != hooks_.end();) {
            bool keep = (*hook)(turn_);  // calls: heal_hero, spawn_bat
            hook = keep ? std::next(hook) : hooks_.erase(hook);
        }
    }

    Hero& hero() { return hero_; }
    int gold() const { return gold_; }

private:
    void publish(const Event& event) {
        gold_ += gold_of(event);
        for (const std::weak_ptr<EventListener>& weak : listeners_) {
            if (auto listener = weak.lock()) {
                listener->on_event(event);  // calls: Chronicle::on_event, Map::on_event
            }
        }
    }
    void go(std::istream& input) {
        int room = room_;
        input >> room_;
        undo_.push_back([this, room] { room_ = room; });  // named: return_to_room
        publish(Moved{room, room_});
    }
    void attack(std::istream& input) {
        std::string name;
        input >> name;
        auto found = std::find_if(monsters_.begin(), monsters_.end(), [&](auto& it) { return it->name == name; });
        if (found == monsters_.end()) throw std::out_of_range("no " + name + " here");
        publish(Wounded{found->get(), (*found)->hit(8)});
        if ((*found)->alive()) return;
        monsters_.erase(found);  // calls: Monster::~Monster, Dragon::~Dragon
    }
    void sleep(std::istream&) { publish(Slept{}); }
    void undo(std::istream&) {
        if (undo_.empty()) throw std::logic_error("nothing to undo");
        undo_.back()();  // calls: return_to_room
        undo_.pop_back();
    }

    Hero hero_;
    std::list<std::unique_ptr<Monster>> monsters_;
    std::vector<std::weak_ptr<EventListener>> listeners_;
    std::list<std::function<bool(int)>> hooks_;
    std::vector<std::function<void()>> undo_;
    int room_ = 0, turn_ = 0, gold_ = 0;
};

struct Chronicle : EventListener {
    void on_event(const Event& event) override {
        Match writer{
            [this](const Moved& it) { text += "room " + std::to_string(it.to) + "; "; },  // named: write_move
            [this](const Wounded& it) {  // named: write_wound
                text += it.victim->name + " -" + std::to_string(it.damage) + "; ";
            },
            [this](const Slept&) { text += "slept; "; },  // named: write_sleep
        };
        std::visit(writer, event);  // calls: write_move, write_wound, write_sleep
    }
    std::string text;
};

struct Map : EventListener {
    void on_event(const Event& event) override { rooms += std::holds_alternative<Moved>(event); }
    int rooms = 0;
};

int main() {
    Game game;
    auto chronicle = std::make_shared<Chronicle>();
    auto map = std::make_shared<Map>();
    game.subscribe(chronicle);
    game.subscribe(map);
    game.add(std::make_unique<Monster>("rat", 11, std::make_unique<Aggressive>()));
    game.add(std::make_unique<Dragon>());
    game.every_turn([&game](int turn) {  // named: heal_hero
        if (turn % 2) game.hero().rest();
        return true;
    });
    game.every_turn([&game](int turn) {  // named: spawn_bat
        if (turn == 3) game.add(std::make_unique<Monster>("bat", 2, std::make_unique<Cautious>()));
        return turn < 3;
    });
    for (const char* line : {"go 4", "hit rat", "undo", "undo", "dance", "hit rat", "hit dragon", "sleep", "hit dragon", "go 7"}) {
        try {
            game.execute(line);
        } catch (const std::logic_error& error) {
            std::printf("%s\n", error.what());
        }
        if (map && map->rooms == 2) {
            map.reset();  // calls: Map::~Map
        }
    }
    std::printf("%s\n%d gold\n", chronicle->text.c_str(), game.gold());
}
