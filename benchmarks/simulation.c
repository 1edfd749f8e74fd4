/* The loops of the simulation once more in plain C: the limit that the compiled loops are measured by.

   simulation GAME ROUNDS FOLDER reads the look-up tables that benchmarks/peers.py has written to the folder, plays
   one box from the first round of seed 1 on, and prints the seconds and a sum over the counted cells. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GROUP 256
#define ORDER(x, y) { int64_t l = x < y ? x : y, g = x < y ? y : x; x = l, y = g; }
#define MASK58 ((1ULL << 58) - 1)

static const uint64_t SEED = 1;
static uint64_t words[4 * GROUP], *rejected;
static int64_t parts, *ends;
static uint8_t dealt[GROUP][64], deck[52], taken[16];
static int64_t cells[1 << 16];

static inline void block(uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3, uint64_t *low, uint64_t *high) {
    uint32_t k0 = (uint32_t)SEED, k1 = (uint32_t)(SEED >> 32);
    for (int i = 0; i < 10; i++) {
        uint64_t p0 = 0xD2511F53ULL * c0, p1 = 0xCD9E8D57ULL * c2;
        uint32_t n0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0, n2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)p1, c3 = (uint32_t)p0, c0 = n0, c2 = n2;
        k0 += 0x9E3779B9U, k1 += 0xBB67AE85U;
    }
    *low = (uint64_t)c1 << 32 | c0, *high = (uint64_t)c3 << 32 | c2;
}

static void fill(uint64_t group, uint64_t *to) {
    for (int i = 0; i < GROUP / 2; i++) {
        uint64_t number = group * (GROUP / 2) + i;
        block((uint32_t)number, (uint32_t)(number >> 32), 0, 0, &to[i], &to[GROUP / 2 + i]);
    }
}

static uint64_t word_of(uint64_t number, uint32_t attempt) {
    uint64_t place = number & (GROUP - 1), low, high;
    uint64_t of = (number >> 8) * (GROUP / 2) + (place & (GROUP / 2 - 1));
    block((uint32_t)of, (uint32_t)(of >> 32), 0, attempt, &low, &high);
    return place < GROUP / 2 ? low : high;
}

static inline __attribute__((always_inline)) void deal(uint64_t first, int cards) {
    for (int64_t part = 0; part < parts; part++) fill(first / GROUP * parts + part, words + part * GROUP);
    for (int round = 0; round < GROUP; round++) {
        for (int64_t part = 0, start = 0; part < parts; start = ends[part++]) {
            uint64_t number = round * parts + part, fraction = words[number] >> 6;
            for (uint32_t attempt = 1;; attempt++) {
                for (int64_t i = start; i < (parts == 1 ? cards : ends[part]); i++) {
                    deck[taken[i]] = taken[i];
                    uint64_t product = fraction * (uint64_t)(52 - i);
                    fraction = product & MASK58;
                    taken[i] = (uint8_t)(i + (product >> 58));
                }
                if (fraction >= rejected[part]) break;
                fraction = word_of(first * parts + number, attempt) >> 6;
            }
        }
        for (int i = 0; i < cards; i++) {
            uint8_t other = taken[i];
            dealt[round][i] = deck[other];
            deck[other] = deck[i];
        }
    }
}

static void *table(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) exit(2);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void *data = malloc(size);
    if (fread(data, 1, size, file) != (size_t)size) exit(2);
    fclose(file);
    return data;
}

static const int64_t *values;

/* The level of cards and further ones, and the suit of which it is; 4 where it is of none. */
static inline __attribute__((always_inline)) int ranked(const uint8_t *c, int cards, const uint8_t *more, int further,
                                                        const int16_t *unsuited, const int16_t *sixth,
                                                        const int16_t *suited, int64_t flush, int64_t *sum, int *suit) {
    int64_t total = 0;
    for (int i = 0; i < cards; i++) total += values[c[i]];
    for (int i = 0; i < further; i++) total += values[more[i]];
    int last = further ? more[0] : c[cards - 1];
    int level = cards + further > 5 ? sixth[unsuited[total - values[last] & 0xFFFFFFFF] * 13 + (last >> 2)]
                                    : unsuited[total & 0xFFFFFFFF];
    *suit = 4, *sum = total;
    if ((total >> 32) + flush & 0x8888)
        for (int each = 0; each < 4; each++) {
            int mask = 0, number = flush & 15;
            for (int i = 0; i < cards; i++) if ((c[i] & 3) == each) mask |= 1 << (c[i] >> 2), number++;
            for (int i = 0; i < further; i++) if ((more[i] & 3) == each) mask |= 1 << (more[i] >> 2), number++;
            if (number >= 8 && suited[mask] >= level) level = suited[mask], *suit = each;
        }
    return level;
}

/* further: the number of cards beside the own that make the jackpot hand, the Dealer's or the community's. */
static inline __attribute__((always_inline)) void sets(uint64_t rounds, const char *folder, int cards, int dealers,
                                                       int further, int community) {
    values = table(folder, "numbers");
    const int16_t *own = table(folder, "own_unsuited"), *own_more = table(folder, "own_more");
    const int16_t *own_suited = table(folder, "own_suited"), *dealer = table(folder, "dealers_unsuited");
    const int16_t *dealer_more = table(folder, "dealers_more"), *dealer_suited = table(folder, "dealers_suited");
    const int16_t *jackpot = table(folder, "jackpot_unsuited"), *jackpot_more = table(folder, "jackpot_more");
    const int16_t *jackpot_suited = table(folder, "jackpot_suited"), *plays = table(folder, "plays");
    const int16_t *rows = table(folder, "rows"), *kinds = table(folder, "kinds");
    const int8_t *lines = table(folder, "lines"), *qualifies = table(folder, "qualifies");
    const int64_t *masks = table(folder, "masks"), *of_kind = table(folder, "cells"), *sizes = table(folder, "sizes");
    const int64_t face_up = sizes[0], digits = sizes[1], of_row = sizes[2], choices = sizes[3], levels = sizes[4];
    const int64_t flush = sizes[5], jackpot_flush = sizes[6], fold_loses = sizes[7], width = sizes[8];
    for (uint64_t first = 0; first < rounds; first += GROUP) {
        deal(first, cards + dealers + community);
        for (int round = 0; round < GROUP; round++) {
            const uint8_t *c = dealt[round], *d = c + cards, *beside = community ? d + dealers : d;
            int64_t sum;
            int suit, theirs = ranked(d, dealers, 0, 0, dealer, dealer_more, dealer_suited, flush, &sum, &suit);
            int mine = ranked(c, cards, 0, 0, own, own_more, own_suited, flush, &sum, &suit), level = mine;
            int64_t choice = plays[mine];
            if (choice < 0) {
                int suits = 0, row = rows[sum & 0xFFFFFFFF], up = face_up ? d[dealers - 1] : 0;
                for (int i = 0; i < cards; i++) {
                    int below = 0;
                    for (int j = 0; j < cards; j++) below += c[j] < c[i];
                    suits |= (c[i] & 3) << 2 * below;
                }
                choice = 0;
                for (int i = 0; i < digits; i++)
                    choice |= (masks[i * of_row + (int64_t)row * (1 << 2 * cards) + suits] >> up & 1) << i;
            }
            int outcome = 3 * qualifies[theirs] + (theirs >= mine) + (theirs > mine);
            if (further)
                level = ranked(c, cards, beside, further, jackpot, jackpot_more, jackpot_suited, jackpot_flush, &sum,
                               &suit);
            int64_t line = lines[suit * levels + level];
            if (!choice && fold_loses) line = width - 1;
            cells[of_kind[(kinds[mine] * choices + choice) * 6 + outcome] * width + line]++;
        }
    }
}

static inline int best(int a, int b, const int16_t *levels, int suit, int mask, const int16_t *flushes) {
    int high = a >> 2, low = b >> 2;
    if (high < low) { int other = high; high = low, low = other; }
    int level = levels[high == low ? 78 + high : high * (high - 1) / 2 + low];
    if (suit != 4) {
        if ((a & 3) == suit) mask |= 1 << (a >> 2);
        if ((b & 3) == suit) mask |= 1 << (b >> 2);
        if (flushes[mask] > level) level = flushes[mask];
    }
    return level;
}

static inline int bet_at(int place, int a, int b, const int64_t *bits) {
    int suits = place >> 16, high = a >= b ? a : b, low = a >= b ? b : a, hole;
    int first = suits >> 2 * (high & 3) & 3, second = suits >> 2 * (low & 3) & 3;
    int top = high >> 2, bottom = low >> 2;
    if (top == bottom) {
        int small = first < second ? first : second, large = first < second ? second : first;
        hole = 16 * 78 + 13 * (small * (7 - small) / 2 + large - small - 1) + top;
    } else hole = (first * 4 + second) * 78 + top * (top - 1) / 2 + bottom;
    return bits[(place & 0xFFFF) * 21 + (hole >> 6)] >> (hole & 63) & 1;
}

static void holdem(uint64_t rounds, const char *folder) {
    values = table(folder, "cards");
    const int16_t *board_row = table(folder, "board_row"), *levels = table(folder, "levels");
    const int16_t *flushes = table(folder, "flushes"), *hole_class = table(folder, "hole_class");
    const int8_t *category = table(folder, "category"), *side_line = table(folder, "side_line");
    const uint8_t *stays = table(folder, "stays");
    const int32_t *adds = table(folder, "adds"), *flop_place = table(folder, "flop_place");
    const int32_t *turn_place = table(folder, "turn_place");
    const int64_t *turn = table(folder, "turn"), *river = table(folder, "river"), *width = table(folder, "width");
    const int64_t *side_lines = table(folder, "side_lines");
    const int8_t *jackpot_unsuited = table(folder, "jackpot_unsuited"), *jackpot_suited = table(folder, "jackpot_suited");
    static int64_t three[GROUP], board[GROUP], row[GROUP], flop[GROUP], four[GROUP];
    for (uint64_t first = 0; first < rounds; first += GROUP) {
        deal(first, 9);
        for (int round = 0; round < GROUP; round++) {
            const uint8_t *c = dealt[round] + 4;
            three[round] = values[c[0]] + values[c[1]] + values[c[2]];
            board[round] = three[round] + values[c[3]] + values[c[4]];
            row[round] = board_row[board[round] & 0xFFFFFFFF];
            int64_t a = c[0], b = c[1], d = c[2], e = c[3];
            ORDER(a, b) ORDER(b, d) ORDER(a, b)
            flop[round] = flop_place[a + adds[b] + adds[52 + d]];
            ORDER(d, e) ORDER(b, d) ORDER(a, b)
            four[round] = turn_place[a + adds[b] + adds[52 + d] + adds[104 + e]];
        }
        for (int round = 0; round < GROUP; round++) {
            const uint8_t *c = dealt[round];
            const int16_t *of_board = levels + row[round] * 91;
            int suit = 4, mask = 0, play = 0, line;
            if ((board[round] >> 32) + 0x5555 & 0x8888) {
                for (int i = 0; i < 4; i++) if ((board[round] >> (32 + 4 * i) & 15) >= 3) suit = i;
                for (int i = 4; i < 9; i++) if ((c[i] & 3) == suit) mask |= 1 << (c[i] >> 2);
            }
            int dealer = best(c[2], c[3], of_board, suit, mask, flushes);
            int own_class = hole_class[c[0] * 52 + c[1]], dealers_class = hole_class[c[2] * 52 + c[3]];
            int64_t total = three[round] + values[c[0]] + values[c[1]];
            if ((total >> 32) + 0x3333 & 0x8888) {
                int five = 1 << (c[0] >> 2) | 1 << (c[1] >> 2);
                for (int i = 4; i < 7; i++) five |= 1 << (c[i] >> 2);
                line = jackpot_suited[(c[0] & 3) * 8192 + five];
            } else line = jackpot_unsuited[total & 0xFFFFFFFF];
            if (stays[own_class]) {
                int bets = 2 * bet_at(flop[round], c[0], c[1], turn) + bet_at(four[round], c[0], c[1], river);
                int own = best(c[0], c[1], of_board, suit, mask, flushes);
                play = 1 + bets * 12 + (own == dealer ? 10 : own < dealer ? 11 : category[own]);
            }
            cells[(play * side_lines[0] + side_line[own_class * 169 + dealers_class]) * width[0] + line]++;
        }
    }
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    uint64_t rounds = strtoull(arguments[2], NULL, 10), sum = 0;
    rejected = table(arguments[3], "rejected"), ends = table(arguments[3], "ends");
    parts = *(int64_t *)table(arguments[3], "parts");
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    struct timespec began, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    if (!strcmp(arguments[1], "3 3 0 0")) sets(rounds, arguments[3], 3, 3, 0, 0);
    else if (!strcmp(arguments[1], "3 3 3 0")) sets(rounds, arguments[3], 3, 3, 3, 0);
    else if (!strcmp(arguments[1], "3 3 2 2")) sets(rounds, arguments[3], 3, 3, 2, 2);
    else if (!strcmp(arguments[1], "3 4 0 0")) sets(rounds, arguments[3], 3, 4, 0, 0);
    else if (!strcmp(arguments[1], "5 5 0 0")) sets(rounds, arguments[3], 5, 5, 0, 0);
    else if (!strcmp(arguments[1], "5 6 0 0")) sets(rounds, arguments[3], 5, 6, 0, 0);
    else holdem(rounds, arguments[3]);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    for (int i = 0; i < 1 << 16; i++) sum = sum * 31 + (uint64_t)cells[i] * (i + 1);
    printf("%.6f %llu\n", ended.tv_sec - began.tv_sec + (ended.tv_nsec - began.tv_nsec) * 1e-9, (unsigned long long)sum);
    return 0;
}
