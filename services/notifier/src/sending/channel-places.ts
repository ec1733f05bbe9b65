/** Counts how many places of a lane each channel occupies. */
export class ChannelPlaces {
  private readonly occupied = new Map<string, number>();

  /** @param limit places that one channel may occupy at a time */
  constructor(private readonly limit: number) {}

  /** Returns a function that frees the place again, once, and says whether the channel had no other place left. */
  occupy(channelId: string): () => boolean {
    this.occupied.set(channelId, this.count(channelId) + 1);
    return () => {
      const before = this.count(channelId);
      if (before <= 1) this.occupied.delete(channelId);
      else this.occupied.set(channelId, before - 1);
      return before >= this.limit;
    };
  }

  /** Returns the channels that must wait. */
  listFull(): string[] {
    return [...this.occupied].filter(([, places]) => places >= this.limit).map(([channelId]) => channelId);
  }

  private count(channelId: string): number {
    return this.occupied.get(channelId) ?? 0;
  }
}
