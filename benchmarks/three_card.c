/* The three-card counts as a plain C program: the peer of the mathematics' benchmark.

   main: every hand of the player's, one for each class of suits, against every hand of the Dealer's; the
   total gain in Antes under optimal play over all 407,170,400 deals.
   jackpot: the best five of the same six cards, for the hands that are played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int cards[22100][3], value[22100], category[22100];
static unsigned long long mask[22100];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

/* 5 straight flush, 4 three of a kind, 3 straight, 2 flush, 1 pair, 0 odd cards. */
static int rank3(const int *c, int *kind) {
    int r[3] = {c[0] % 13, c[1] % 13, c[2] % 13}, t;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (r[j] < r[j + 1]) { t = r[j]; r[j] = r[j + 1]; r[j + 1] = t; }
    int suited = c[0] / 13 == c[1] / 13 && c[1] / 13 == c[2] / 13;
    int run = r[0] == r[1] + 1 && r[1] == r[2] + 1;
    int high = r[0];
    if (r[0] == 12 && r[1] == 1 && r[2] == 0) { run = 1; high = 1; }
    if (r[0] == r[1] && r[1] == r[2]) { *kind = 4; return 4 << 12 | r[0]; }
    if (run) { *kind = suited ? 5 : 3; return *kind << 12 | high; }
    if (suited) { *kind = 2; return 2 << 12 | r[0] << 8 | r[1] << 4 | r[2]; }
    if (r[0] == r[1]) { *kind = 1; return 1 << 12 | r[0] << 8 | r[2]; }
    if (r[1] == r[2]) { *kind = 1; return 1 << 12 | r[1] << 8 | r[0]; }
    *kind = 0;
    return r[0] << 8 | r[1] << 4 | r[2];
}

static int straight(int ranks) {
    int with_low = ranks << 1 | ranks >> 12;
    for (int low = 9; low >= 0; low--)
        if ((with_low >> low & 31) == 31) return low + 1;
    return 0;
}

/* 0 royal, 1 straight flush, 2 four, 3 full house, 4 flush, 5 any other. */
static int best5(unsigned long long m) {
    int count[13] = {0}, all = 0;
    for (int s = 0; s < 4; s++) {
        int suit = m >> (16 * s) & 0x1FFF;
        all |= suit;
        if (__builtin_popcount(suit) >= 5) {
            int run = straight(suit);
            if (run) return run == 10 ? 0 : 1;
            return 4;
        }
        for (int r = suit; r; r &= r - 1) count[__builtin_ctz(r)]++;
    }
    int threes = 0, pairs = 0;
    for (int r = 0; r < 13; r++) {
        if (count[r] == 4) return 2;
        threes += count[r] == 3;
        pairs += count[r] >= 2;
    }
    return threes && pairs > 1 ? 3 : 5;
}

int main(int argc, char **argv) {
    int n = 0;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++, n++) {
                int *h = cards[n];
                h[0] = a; h[1] = b; h[2] = c;
                value[n] = rank3(h, &category[n]);
                for (int k = 0; k < 3; k++) mask[n] |= 1ULL << (16 * (h[k] / 13) + h[k] % 13);
            }
    static int first[22100], size[22100], perm[24][4];
    int p = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 4; c++) {
                int d = 6 - a - b - c;
                if (a == b || a == c || b == c || d < 0 || d > 3 || d == a || d == b || d == c) continue;
                perm[p][0] = a; perm[p][1] = b; perm[p][2] = c; perm[p][3] = d; p++;
            }
    int classes = 0;
    for (int h = 0; h < 22100; h++) {
        unsigned long long seen[24], low = mask[h];
        int different = 0;
        for (int q = 0; q < 24; q++) {
            unsigned long long m = 0;
            for (int s = 0; s < 4; s++) m |= (mask[h] >> (16 * s) & 0xFFFF) << (16 * perm[q][s]);
            if (m < low) low = m;
            int known = 0;
            for (int i = 0; i < different; i++) known |= seen[i] == m;
            if (!known) seen[different++] = m;
        }
        if (low == mask[h]) { first[classes] = h; size[classes++] = different; }
    }
    double began = now();
    static const int bonus[6] = {0, 0, 0, 1, 4, 5};
    static char played[22100];
    long long total = 0;
    int queen = 10 << 8;
    for (int k = 0; k < classes; k++) {
        int h = first[k];
        long long gain = 0;
        for (int d = 0; d < 22100; d++) {
            if (mask[d] & mask[h]) continue;
            if (value[d] < queen) gain += 1;
            else if (value[h] > value[d]) gain += 2;
            else if (value[h] < value[d]) gain -= 2;
        }
        gain += 18424LL * bonus[category[h]];
        played[k] = gain > -18424;
        total += size[k] * (played[k] ? gain : -18424);
    }
    printf("main %.6f %lld\n", now() - began, total);
    if (argc > 1 && !strcmp(argv[1], "main")) return 0;
    began = now();
    long long lines[6] = {0};
    for (int k = 0; k < classes; k++) {
        if (!played[k]) continue;
        unsigned long long h = mask[first[k]];
        for (int d = 0; d < 22100; d++)
            if (!(mask[d] & h)) lines[best5(mask[d] | h)] += size[k];
    }
    printf("jackpot %.6f %lld %lld %lld %lld %lld\n", now() - began, lines[0], lines[1], lines[2], lines[3], lines[4]);
    return 0;
}
