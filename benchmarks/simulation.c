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
static uint64_t words[GROUP], rejected;
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

static void fill(uint64_t group) {
    for (int i = 0; i < GROUP / 2; i++) {
        uint64_t number = group * (GROUP / 2) + i;
        block((uint32_t)number, (uint32_t)(number >> 32), 0, 0, &words[i], &words[GROUP / 2 + i]);
    }
}

static uint64_t word_of(uint64_t number, uint32_t attempt) {
    uint64_t place = number & (GROUP - 1), low, high;
    uint64_t of = (number >> 8) * (GROUP / 2) + (place & (GROUP / 2 - 1));
    block((uint32_t)of, (uint32_t)(of >> 32), 0, attempt, &low, &high);
    return place < GROUP / 2 ? low : high;
}

static void deal(uint64_t first, int cards) {
    fill(first / GROUP);
    for (int round = 0; round < GROUP; round++) {
        uint64_t fraction = words[round] >> 6;
        for (uint32_t attempt = 1;; attempt++) {
            for (int i = 0; i < cards; i++) {
                deck[taken[i]] = taken[i];
                uint64_t product = fraction * (uint64_t)(52 - i);
                fraction = product & MASK58;
                taken[i] = (uint8_t)(i + (product >> 58));
            }
            if (fraction >= rejected) break;
            fraction = word_of(first + round, attempt) >> 6;
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

/* The line of cards of which five or more have one suit; without it they make a hand of this level. */
static int flush_line(const uint8_t *own, const uint8_t *other, int cards, int level, const int16_t *suited,
                      const int8_t *line_of, int64_t levels) {
    for (int suit = 0; suit < 4; suit++) {
        int mask = 0, number = 0;
        for (int i = 0; i < 3; i++) if ((own[i] & 3) == suit) mask |= 1 << (own[i] >> 2), number++;
        for (int i = 0; i < cards; i++) if ((other[i] & 3) == suit) mask |= 1 << (other[i] >> 2), number++;
        if (number >= 5 && suited[mask] > level) return line_of[suit * levels + suited[mask]];
    }
    return line_of[4 * levels + level];
}

/* further: the cards beside the own that make the jackpot hand: none, the Dealer's, or two community cards. */
static inline __attribute__((always_inline)) void three_card(uint64_t rounds, const char *folder, int further) {
    const uint32_t *hands = table(folder, "hands"), *pairs = table(folder, "pairs");
    const int64_t *own_line = table(folder, "own_line"), *width = table(folder, "width");
    const int64_t *may_flush = table(folder, "may_flush"), *sizes = table(folder, "sizes");
    const int8_t *lines = table(folder, "jackpot_lines"), *line_of = table(folder, "line_of_level");
    const int16_t *levels = table(folder, "jackpot_levels"), *suited = table(folder, "jackpot_suited");
    const int64_t columns = sizes[0], all_levels = sizes[1], fold_loses = sizes[2];
    for (uint64_t first = 0; first < rounds; first += GROUP) {
        deal(first, further == 2 ? 8 : 6);
        for (int round = 0; round < GROUP; round++) {
            const uint8_t *c = dealt[round];
            uint32_t own = hands[(c[0] * 52 + c[1]) * 52 + c[2]], dealer = hands[(c[3] * 52 + c[4]) * 52 + c[5]];
            int kind = own >> 12 & 15, outcome;
            int64_t line = own_line[kind];
            if (further) {
                uint32_t others = further == 2 ? pairs[c[6] * 52 + c[7]] : dealer;
                int64_t at = (own >> 16 & 0x1FF) * columns + (others >> 16 & 0x1FF);
                line = lines[at];
                if (may_flush[own >> 25] >> (others >> 25) & 1)
                    line = flush_line(c, further == 2 ? c + 6 : c + 3, further == 2 ? 2 : 3, levels[at], suited,
                                      line_of, all_levels);
            }
            if (!(own & 1 << 10)) {
                outcome = 4;
                if (fold_loses) line = width[0] - 1;
            } else if (!(dealer & 1 << 11)) outcome = 0;
            else {
                int mine = own & 0x3FF, theirs = dealer & 0x3FF;
                outcome = mine > theirs ? 1 : mine < theirs ? 2 : 3;
            }
            cells[(kind * 5 + outcome) * width[0] + line]++;
        }
    }
}

static const int64_t *values;
static const int16_t *unsuited, *suited;

static inline int ranked(const uint8_t *c, int *suit) {
    int64_t total = values[c[0]] + values[c[1]] + values[c[2]] + values[c[3]] + values[c[4]];
    if ((total >> 32) + 0x3333 & 0x8888) {
        int mask = 0;
        for (int i = 0; i < 5; i++) mask |= 1 << (c[i] >> 2);
        *suit = c[0] & 3;
        return suited[mask];
    }
    *suit = 4;
    return unsuited[total & 0xFFFFFFFF];
}

static void stud(uint64_t rounds, const char *folder) {
    values = table(folder, "cards"), unsuited = table(folder, "unsuited"), suited = table(folder, "suited");
    const int16_t *kinds = table(folder, "kinds");
    const uint8_t *qualifies = table(folder, "qualifies");
    const int16_t *play = table(folder, "play");
    const int8_t *line_of = table(folder, "line_of_level");
    const int64_t *masks = table(folder, "masks"), *width = table(folder, "width"), *levels = table(folder, "levels");
    for (uint64_t first = 0; first < rounds; first += GROUP) {
        deal(first, 10);
        for (int round = 0; round < GROUP; round++) {
            const uint8_t *c = dealt[round];
            int suit, none, own = ranked(c, &suit), dealer = ranked(c + 5, &none), plays = play[own], outcome;
            if (plays >= 2) {
                int64_t a = c[0], b = c[1], d = c[2], e = c[3], f = c[4];
                ORDER(a, b) ORDER(d, e) ORDER(a, d) ORDER(b, e) ORDER(b, d) ORDER(e, f) ORDER(d, e) ORDER(b, d) ORDER(a, b)
                int suits = (a & 3) | (b & 3) << 2 | (d & 3) << 4 | (e & 3) << 6 | (f & 3) << 8;
                plays = masks[(plays - 2) * 1024 + suits] >> c[9] & 1;
            }
            if (plays != 1) outcome = 4;
            else if (!qualifies[dealer]) outcome = 0;
            else outcome = own > dealer ? 1 : own < dealer ? 2 : 3;
            cells[(kinds[own] * 5 + outcome) * width[0] + line_of[suit * levels[0] + own]]++;
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
    rejected = *(uint64_t *)table(arguments[3], "rejected");
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    struct timespec began, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    if (!strcmp(arguments[1], "three_card")) three_card(rounds, arguments[3], 0);
    else if (!strcmp(arguments[1], "three_card_dealer")) three_card(rounds, arguments[3], 1);
    else if (!strcmp(arguments[1], "three_card_community")) three_card(rounds, arguments[3], 2);
    else if (!strcmp(arguments[1], "stud")) stud(rounds, arguments[3]);
    else holdem(rounds, arguments[3]);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    for (int i = 0; i < 1 << 16; i++) sum = sum * 31 + (uint64_t)cells[i] * (i + 1);
    printf("%.6f %llu\n", ended.tv_sec - began.tv_sec + (ended.tv_nsec - began.tv_nsec) * 1e-9, (unsigned long long)sum);
    return 0;
}
