/* All deals of hold'em with Flop, Turn and River bets, in plain C: what optimal play gains over all deals, with
   the Ante paid from a straight, and how many classes fold. Every hole pair is ranked on every kind of board.
   The peer of the compiled Python. With a number it counts only so many kinds of boards. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAIRS = 1326, FIVES = 134459, FOURS = 16432, FLOPS = 1755 };
static int number4[270725], number3[22100], perms[24][4], moved[24][PAIRS], place[52][52];
static int first[PAIRS], second[PAIRS];
static uint16_t fives[FIVES][4], fours[FOURS][4], flops[FLOPS][4];
static uint32_t sums[FOURS][PAIRS];

static int straight_high(int mask) {
    for (int low = 8; low >= 0; low--) if ((mask >> low & 31) == 31) return low + 4;
    return (mask & 0x100F) == 0x100F ? 3 : -1;
}

/* The best hand of seven cards: category, then the ranks that break ties. */
static uint32_t best(const int *count, const int *suits) {
    int mask = 0, four = -1, three = -1, two = -1, low_two = -1;
    for (int s = 0; s < 4; s++) {
        mask |= suits[s];
        if (__builtin_popcount(suits[s]) >= 5) {
            int high = straight_high(suits[s]), left = suits[s], key = 0;
            if (high >= 0) return (uint32_t)(high == 12 ? 9 : 8) << 20 | (uint32_t)high;
            for (int n = 0; n < 5; n++) { int r = 31 - __builtin_clz(left); key = key << 4 | r, left ^= 1 << r; }
            return 5u << 20 | (uint32_t)key;
        }
    }
    for (int r = 12; r >= 0; r--) {
        if (count[r] == 4 && four < 0) four = r;
        if (count[r] == 3 && three < 0) three = r;
        else if (count[r] >= 2 && count[r] < 4) { if (two < 0) two = r; else if (low_two < 0) low_two = r; }
    }
    int straight = straight_high(mask), category, kickers, used, key;
    if (four >= 0) category = 7, kickers = 1, used = 1 << four, key = four;
    else if (three >= 0 && two >= 0) category = 6, kickers = 0, used = 0, key = three << 4 | two;
    else if (straight >= 0) category = 4, kickers = 0, used = 0, key = straight;
    else if (three >= 0) category = 3, kickers = 2, used = 1 << three, key = three;
    else if (low_two >= 0) category = 2, kickers = 1, used = 1 << two | 1 << low_two, key = two << 4 | low_two;
    else if (two >= 0) category = 1, kickers = 3, used = 1 << two, key = two;
    else category = 0, kickers = 5, used = 0, key = 0;
    for (int left = mask & ~used; kickers--;) { int r = 31 - __builtin_clz(left); key = key << 4 | r, left ^= 1 << r; }
    return (uint32_t)category << 20 | (uint32_t)key;
}

static int index_of(const uint16_t *m, int n) {
    int found = 0, k = 0;
    for (int c = 0; c < 52 && k < n; c++) if (m[c & 3] >> (c >> 2) & 1) {
        int64_t ways = 1;
        k++;
        for (int d = 0; d < k; d++) ways = ways * (c - d) / (d + 1);
        found += (int)ways;
    }
    return found;
}

static int ordered(const uint16_t *m) { return m[0] >= m[1] && m[1] >= m[2] && m[2] >= m[3]; }

static int list(int n, uint16_t (*found)[4], int *number) {
    int c[5], many = 0;
    for (int i = 0; i < n; i++) c[i] = i;
    while (c[n - 1] < 52) {
        uint16_t m[4] = {0};
        for (int i = 0; i < n; i++) m[c[i] & 3] |= 1 << (c[i] >> 2);
        if (ordered(m)) { memcpy(found[many], m, sizeof m); if (number) number[index_of(m, n)] = many; many++; }
        int i = 0;
        while (i < n - 1 && c[i] + 1 == c[i + 1]) c[i] = i, i++;
        c[i]++;
    }
    return many;
}

static int kinds(const uint16_t *m) {
    int number = 24, run = 1;
    for (int s = 1; s < 4; s++) run = m[s] == m[s - 1] ? run + 1 : 1, number /= run;
    return number;
}

/* Put the suits in order; which of the 24 changes of suits does it. */
static int in_order(const uint16_t *m, uint16_t *to) {
    int goes[4];
    for (int s = 0; s < 4; s++) {
        goes[s] = 0;
        for (int o = 0; o < 4; o++) goes[s] += m[o] > m[s] || (m[o] == m[s] && o < s);
        to[goes[s]] = m[s];
    }
    for (int p = 0; p < 24; p++) if (!memcmp(perms[p], goes, sizeof goes)) return p;
    return 0;
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

int main(int argc, char **argv) {
    int boards = argc > 1 ? atoi(argv[1]) : FIVES;
    double began = now();
    int p = 0;
    for (int a = 0; a < 4; a++) for (int b = 0; b < 4; b++) for (int c = 0; c < 4; c++) for (int d = 0; d < 4; d++)
        if ((1 << a | 1 << b | 1 << c | 1 << d) == 15) { int g[4] = {a, b, c, d}; memcpy(perms[p++], g, sizeof g); }
    p = 0;
    for (int a = 0; a < 52; a++) for (int b = 0; b < a; b++) first[p] = a, second[p] = b, place[a][b] = place[b][a] = p++;
    for (int g = 0; g < 24; g++) for (p = 0; p < PAIRS; p++)
        moved[g][p] = place[(first[p] & ~3) | perms[g][first[p] & 3]][(second[p] & ~3) | perms[g][second[p] & 3]];
    list(5, fives, NULL), list(4, fours, number4), list(3, flops, number3);
    int64_t ante[PAIRS] = {0}, flop[PAIRS] = {0}, later[PAIRS] = {0};
    static uint32_t keyed[PAIRS], value[PAIRS], strength[PAIRS];
    for (int i = 0; i < boards; i++) {
        const uint16_t *m = fives[i];
        int count[13] = {0}, suits[4], alive = 0, weight = kinds(m);
        for (int s = 0; s < 4; s++) { suits[s] = m[s]; for (int r = 0; r < 13; r++) count[r] += m[s] >> r & 1; }
        for (p = 0; p < PAIRS; p++) {
            int a = first[p], b = second[p];
            value[p] = 0;
            if (m[a & 3] >> (a >> 2) & 1 || m[b & 3] >> (b >> 2) & 1) continue;
            count[a >> 2]++, count[b >> 2]++, suits[a & 3] |= 1 << (a >> 2), suits[b & 3] |= 1 << (b >> 2);
            strength[p] = best(count, suits);
            count[a >> 2]--, count[b >> 2]--, suits[a & 3] = m[a & 3], suits[b & 3] = m[b & 3];
            keyed[alive++] = p;
        }
        static uint64_t sorted[PAIRS], spare[PAIRS];
        for (int k = 0; k < alive; k++) sorted[k] = (uint64_t)strength[keyed[k]] << 11 | keyed[k];
        for (int shift = 11; shift < 35; shift += 8) {
            int start[257] = {0};
            for (int k = 0; k < alive; k++) start[(sorted[k] >> shift & 255) + 1]++;
            for (int k = 0; k < 256; k++) start[k + 1] += start[k];
            for (int k = 0; k < alive; k++) spare[start[sorted[k] >> shift & 255]++] = sorted[k];
            memcpy(sorted, spare, (size_t)alive * sizeof sorted[0]);
        }
        int below[52] = {0}, same[52] = {0}, all = 0;
        for (int from = 0, to; from < alive; from = to) {
            uint32_t s = (uint32_t)(sorted[from] >> 11);
            for (to = from; to < alive && sorted[to] >> 11 == s; to++)
                p = (int)(sorted[to] & 2047), same[first[p]]++, same[second[p]]++;
            for (int k = from; k < to; k++) {
                p = (int)(sorted[k] & 2047);
                int a = first[p], b = second[p], won = all - below[a] - below[b];
                int lost = 990 - won - (to - from - same[a] - same[b] + 1);
                value[p] = (uint32_t)won | (uint32_t)lost << 16;
                flop[p] += weight * (won - lost), ante[p] += weight * ((s >> 20 >= 4 ? won : 0) - lost);
            }
            for (int k = from; k < to; k++) p = (int)(sorted[k] & 2047), below[first[p]]++, below[second[p]]++;
            for (int k = from; k < to; k++) p = (int)(sorted[k] & 2047), same[first[p]] = same[second[p]] = 0;
            all += to - from;
        }
        for (int g = 0; g < 24; g++) {
            uint16_t x[4];
            int twice = 0;
            for (int s = 0; s < 4; s++) for (int t = s + 1; t < 4; t++) twice |= m[s] == m[t] && perms[g][s] > perms[g][t];
            if (twice) continue;
            for (int s = 0; s < 4; s++) x[perms[g][s]] = m[s];
            for (int s = 0; s < 4; s++) for (int r = 0; r < 13; r++) if (x[s] >> r & 1) {
                x[s] ^= 1 << r;
                if (ordered(x)) { uint32_t *row = sums[number4[index_of(x, 4)]]; for (p = 0; p < PAIRS; p++) row[moved[g][p]] += value[p]; }
                x[s] ^= 1 << r;
            }
        }
    }
    for (int i = 0; i < FLOPS; i++) {
        uint16_t x[4], to[4];
        int64_t turn[PAIRS] = {0};
        memcpy(x, flops[i], sizeof x);
        for (int s = 0; s < 4; s++) for (int r = 0; r < 13; r++) if (!(x[s] >> r & 1)) {
            x[s] ^= 1 << r;
            int g = in_order(x, to);
            x[s] ^= 1 << r;
            const uint32_t *row = sums[number4[index_of(to, 4)]];
            for (p = 0; p < PAIRS; p++) turn[p] += (int64_t)(row[moved[g][p]] & 65535) - (int64_t)(row[moved[g][p]] >> 16);
        }
        for (p = 0; p < PAIRS; p++) {
            int a = first[p], b = second[p];
            if (x[a & 3] >> (a >> 2) & 1 || x[b & 3] >> (b >> 2) & 1) continue;
            if (turn[p] > 0) later[p] += kinds(x) * turn[p];
        }
    }
    for (int i = 0; i < FOURS; i++) for (p = 0; p < PAIRS; p++) {
        int64_t gain = (int64_t)(sums[i][p] & 65535) - (int64_t)(sums[i][p] >> 16);
        int a = first[p], b = second[p];
        if (fours[i][a & 3] >> (a >> 2) & 1 || fours[i][b & 3] >> (b >> 2) & 1) continue;
        if (gain > 0) later[p] += 4 * kinds(fours[i]) * gain;
    }
    int64_t all = 0, of_class[169] = {0}, size[169] = {0}, deals = (int64_t)2118760 * 990 * 20;
    for (p = 0; p < PAIRS; p++) {
        int a = first[p] >> 2, b = second[p] >> 2, suited = (first[p] & 3) == (second[p] & 3);
        int kind = suited ? a * 13 + b : b * 13 + a;
        size[kind]++, of_class[kind] += 20 * (ante[p] + 2 * flop[p]) + later[p];
    }
    int folds = 0;
    for (int k = 0; k < 169; k++) if (of_class[k] <= -deals * size[k]) all -= deals * size[k], folds++; else all += of_class[k];
    printf("holdem %.6f %lld %d\n", now() - began, (long long)all, folds);
    return 0;
}
