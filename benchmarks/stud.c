/* All deals of stud with one card of the Dealer's face up, in plain C: what optimal play loses when a royal
   flush is paid 250 to 1, and how many hands with a face-up card bet. The peer of the compiled Python. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CARDS = 52, HANDS = 2598960, DEALERS = 163185, SETS = 1 + 52 + 1326 + 22100 };
static int32_t counted[SETS][CARDS], unqualified[SETS][CARDS];
static uint8_t hands[HANDS][5];
static uint32_t strength[HANDS], order[HANDS];
static const int pays[] = {1, 1, 2, 3, 4, 5, 7, 20, 50, 250};

/* Category in the highest digit, then the ranks that break ties. */
static uint32_t rank_hand(const uint8_t *c) {
    int count[13] = {0}, flush = 1, key = 0, mask = 0;
    for (int i = 0; i < 5; i++) count[c[i] >> 2]++, mask |= 1 << (c[i] >> 2), flush &= (c[i] & 3) == (c[0] & 3);
    int most = 0, pairs = 0, straight = -1;
    for (int n = 4; n > 0; n--)
        for (int r = 12; r >= 0; r--)
            if (count[r] == n) key = key << 4 | r, most = n > most ? n : most, pairs += n == 2;
    if (mask == 0x100F) straight = 3;
    for (int low = 0; low < 9; low++) if (mask == 31 << low) straight = low + 4;
    int category = straight >= 0 && flush ? (straight == 12 ? 9 : 8) : most == 4 ? 7 : most == 3 && pairs ? 6
        : flush ? 5 : straight >= 0 ? 4 : most == 3 ? 3 : pairs == 2 ? 2 : pairs;
    if (straight >= 0) key = straight;
    return (uint32_t)category << 20 | (uint32_t)key;
}

static int by_strength(const void *a, const void *b) {
    uint32_t x = strength[*(const uint32_t *)a], y = strength[*(const uint32_t *)b];
    return x < y ? -1 : x > y;
}

static int pair(int a, int b) { return 53 + a * (a - 1) / 2 + b; }
static int triple(int a, int b, int c) { return 1379 + a * (a - 1) * (a - 2) / 6 + b * (b - 1) / 2 + c; }

static void add(int32_t table[SETS][CARDS], const uint8_t *h) {
    for (int u = 0; u < 5; u++) {
        int x[4], n = 0, up = h[u];
        for (int i = 0; i < 5; i++) if (i != u) x[n++] = h[i];
        table[0][up]++;
        for (int i = 0; i < 4; i++) {
            table[1 + x[i]][up]++;
            for (int j = 0; j < i; j++) {
                table[pair(x[i], x[j])][up]++;
                for (int k = 0; k < j; k++) table[triple(x[i], x[j], x[k])][up]++;
            }
        }
    }
}

static void ask(int32_t table[SETS][CARDS], const uint8_t *h, int32_t *found) {
    memcpy(found, table[0], sizeof table[0]);
    for (int i = 0; i < 5; i++) {
        for (int u = 0; u < CARDS; u++) found[u] -= table[1 + h[i]][u];
        for (int j = 0; j < i; j++) {
            const int32_t *row = table[pair(h[i], h[j])];
            for (int u = 0; u < CARDS; u++) found[u] += row[u];
            for (int k = 0; k < j; k++) {
                row = table[triple(h[i], h[j], h[k])];
                for (int u = 0; u < CARDS; u++) found[u] -= row[u];
            }
        }
    }
}

static int stands_for(const uint8_t *h) {
    int mask[4] = {0}, number = 24, run = 1;
    for (int i = 0; i < 5; i++) mask[h[i] & 3] |= 1 << (h[i] >> 2);
    for (int s = 1; s < 4; s++) {
        if (mask[s] > mask[s - 1]) return 0;
        run = mask[s] == mask[s - 1] ? run + 1 : 1;
        number /= run;
    }
    return number;
}

static int qualifies(uint32_t s) { return s >> 20 || s >> 12 >= 0xCB; }

static int hand_number(int a, int b, int c, int d, int e) {
    int v[5] = {a, b, c, d, e};
    for (int i = 1; i < 5; i++)
        for (int j = i; j > 0 && v[j - 1] > v[j]; j--) { int t = v[j]; v[j] = v[j - 1]; v[j - 1] = t; }
    int64_t n = v[0] + v[1] * (v[1] - 1) / 2 + v[2] * (v[2] - 1) * (v[2] - 2) / 6;
    n += (int64_t)v[3] * (v[3] - 1) * (v[3] - 2) * (v[3] - 3) / 24;
    n += (int64_t)v[4] * (v[4] - 1) * (v[4] - 2) * (v[4] - 3) * (v[4] - 4) / 120;
    return (int)n;
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

int main(void) {
    double began = now();
    int n = 0;
    for (int e = 4; e < 52; e++) for (int d = 3; d < e; d++) for (int c = 2; c < d; c++)
        for (int b = 1; b < c; b++) for (int a = 0; a < b; a++) {
            uint8_t h[5] = {a, b, c, d, e};
            memcpy(hands[n], h, 5);
            strength[n] = rank_hand(h), order[n] = n, n++;
        }
    qsort(order, HANDS, sizeof order[0], by_strength);
    for (int i = 0; i < HANDS; i++) if (!qualifies(strength[order[i]])) add(unqualified, hands[order[i]]);
    int64_t gained = 0, bets = 0;
    static int32_t none[2048][CARDS], lower[2048][CARDS], both[CARDS];
    for (int from = 0, to; from < HANDS; from = to) {
        uint32_t own = strength[order[from]];
        int asked[2048], number = 0;
        for (to = from; to < HANDS && strength[order[to]] == own; to++)
            if (stands_for(hands[order[to]])) {
                ask(unqualified, hands[order[to]], none[number]);
                ask(counted, hands[order[to]], lower[number]);
                asked[number++] = order[to];
            }
        if (qualifies(own)) for (int i = from; i < to; i++) add(counted, hands[order[i]]);
        for (int i = 0; i < number; i++) {
            const uint8_t *h = hands[asked[i]];
            int weight = stands_for(h), win = 1 + 2 * pays[own >> 20];
            ask(counted, h, both);
            for (int up = 0; up < CARDS; up++) {
                if (up == h[0] || up == h[1] || up == h[2] || up == h[3] || up == h[4]) continue;
                int64_t no = none[i][up], low = lower[i][up], same = both[up] - low;
                for (int out = 0; out < 5; out++) {
                    int x[4], k = 0;
                    for (int j = 0; j < 5; j++) if (j != out) x[k++] = h[j];
                    uint32_t met = strength[hand_number(x[0], x[1], x[2], x[3], up)];
                    if (!qualifies(met)) no++; else if (met < own) low++; else if (met == own) same++;
                }
                int64_t value = no + win * low - 3 * (DEALERS - no - low - same);
                if (value > -DEALERS) bets += weight; else value = -DEALERS;
                gained += weight * value;
            }
        }
    }
    printf("stud %.6f %lld %lld\n", now() - began, (long long)gained, (long long)bets);
    return 0;
}
