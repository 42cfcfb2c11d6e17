// SPDX-License-Identifier: MIT
//
// kauri.hpp - owning handles and exceptions for libkauri in C++17.
//
// The functions of kauri.h and analysis.h do the work. The wrappers here free their objects and
// turn their statuses into exceptions:
//
//     kauri_position position;
//     kauri::call(kauri_position_parse, "1,0+2/0,3 S 4:2", &position);
//     const char *folder = "tables";
//     auto tables =
//         kauri::make<kauri::tablebase>(kauri_tablebase_open, &folder, std::size_t{1}, nullptr);
//     kauri_value value;
//     kauri::call(kauri_probe_value, tables.get(), &position, &value);
//
// Callbacks are called from C, so no exception may leave them.
#ifndef KAURI_KAURI_HPP
#define KAURI_KAURI_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error kauri.hpp needs C++17
#else

#include <kauri/analysis.h>

#include <memory>
#include <stdexcept>

namespace kauri
{

// The failure of a function; what() is its message.
class error : public std::runtime_error
{
  public:
    error(kauri_status status, const char *message) : std::runtime_error(message), status_(status)
    {
    }
    kauri_status status() const noexcept
    {
        return status_;
    }

  private:
    kauri_status status_;
};

// Calls a function that takes these arguments and then a struct kauri_error *, and throws
// kauri::error unless it returns KAURI_OK.
template <class Function, class... Arguments> void call(Function function, Arguments... arguments)
{
    kauri_error failure;
    const kauri_status status = function(arguments..., &failure);
    if (status != KAURI_OK) {
        throw error(status, failure.message);
    }
}

// Frees an object with the function for its kind.
template <auto Free> struct freed_by {
    template <class Object> void operator()(Object *object) const noexcept
    {
        Free(object);
    }
};

// Owning handles of opaque objects. Tables must outlive the searches and engines that use them.
using tablebase = std::unique_ptr<kauri_tablebase, freed_by<kauri_tablebase_close>>;
using search = std::unique_ptr<kauri_search, freed_by<kauri_search_free>>;
using svg = std::unique_ptr<char, freed_by<kauri_svg_free>>;
#ifdef KAURI_GAME_ENGINE_H
using engine = std::unique_ptr<kauri_engine, freed_by<kauri_engine_free>>;
#endif
using proof_reading = std::unique_ptr<kauri_proof_reading, freed_by<kauri_proof_reading_free>>;
#ifdef KAURI_ANSWERS_H
using answers = std::unique_ptr<kauri_answers, freed_by<kauri_answers_free>>;
using answer = std::unique_ptr<char, freed_by<kauri_answer_free>>;
#endif
#ifdef KAURI_GAME_RECORDS_H
using record_text = std::unique_ptr<char, freed_by<kauri_record_text_free>>;
using replayed_game = std::unique_ptr<kauri_replayed_game, freed_by<kauri_replayed_free>>;
#endif

// Returns the object made by a function that takes these arguments, then a pointer to the object,
// then a struct kauri_error *: make<kauri::search>(kauri_search_new, nullptr). Throws kauri::error.
template <class Owner, class Function, class... Arguments>
Owner make(Function function, Arguments... arguments)
{
    typename Owner::pointer object = nullptr;
    call(function, arguments..., &object);
    return Owner(object);
}

// A zeroed struct whose first member, struct_bytes, is set.
template <class Struct> Struct sized()
{
    Struct result{};
    result.struct_bytes = sizeof result;
    return result;
}

// kauri_search_result_clear, by the name that it had in version 1.1.
inline void clear_result(kauri_search_result *result) noexcept
{
    kauri_search_result_clear(result);
}

// A struct that owns memory, empty at first. Clear it before it is passed to a function again, which
// would otherwise lose the memory of the first call.
template <class Struct, void (*Clear)(Struct *)> struct owned : Struct {
    owned() : Struct{}
    {
    }
    owned(const owned &) = delete;
    owned &operator=(const owned &) = delete;
    ~owned()
    {
        Clear(this);
    }
    void clear() noexcept
    {
        Clear(this);
    }
};
using best_line = owned<kauri_best_line, kauri_line_clear>;
using search_result = owned<kauri_search_result, kauri_search_result_clear>;
using proofs = owned<kauri_proofs, kauri_proofs_clear>;

} // namespace kauri

#endif
#endif
