import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same seed, on every machine. */
export class Random {
  private counter = 0;

  constructor(private readonly seed: string) {}

  /** From 0 to below `below`, which is at most 2^32. */
  whole(below: number): number {
    this.counter += 1;
    const digest = createHash('sha256').update(`${this.seed} ${this.counter}`).digest();
    return Math.floor((digest.readUInt32BE(0) / 2 ** 32) * below);
  }

  between(from: number, to: number): number {
    return from + this.whole(to - from + 1);
  }

  chance(probability: number): boolean {
    return this.whole(10_000) < probability * 10_000;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.whole(items.length)] ?? items[0];
  }

  /** `count` different numbers from 0 to below `below`, ascending. */
  distinct(count: number, below: number): number[] {
    const found = new Set<number>();
    while (found.size < Math.min(count, below)) found.add(this.whole(below));
    return [...found].sort((a, b) => a - b);
  }
}
