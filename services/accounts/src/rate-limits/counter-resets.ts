/** Lets trusted clients pass one counter: the counter is ignored for anyone with a recent `trustKey` row. */
export interface Exemption {
  readonly counterKey: string;
  readonly trustKey: string;
  readonly trustDays: number;
}

/** What a successful sign-in changes. It also renews the trust of the exemption. */
export interface CounterResets extends Exemption {
  /** Counters that lose one attempt: the successful one, if it was counted. */
  readonly decrementedKeys: readonly string[];
  /** The counter that starts over. */
  readonly clearedKey: string;
}

/**
 * Returns SQL that applies `CounterResets`, alone or as a part of a larger statement. It reads five parameters
 * (see `counterResetsValues`) starting at `$firstParameter` and changes nothing unless `condition` is true.
 *
 * An exempt attempt was never counted, so the exempted counter is not decremented. It is locked last, as when an attempt
 * is counted.
 */
export function counterResetsSql(firstParameter: number, condition = 'true'): string {
  const [keys, clearedKey, trustKey, counterKey, trustDays] = [0, 1, 2, 3, 4].map(
    (offset) => `$${firstParameter + offset}`,
  );
  return `
    INSERT INTO throttles AS t (key, hits)
    SELECT key, 0 FROM unnest(${keys}::text[]) AS k (key)
     WHERE ${condition}
       AND (key <> ${counterKey} OR NOT EXISTS (SELECT 1 FROM throttles
              WHERE key = ${trustKey} AND updated_at > now() - make_interval(days => ${trustDays})))
     ORDER BY key = ${counterKey}, key
    ON CONFLICT (key) DO UPDATE
       SET hits = CASE WHEN t.key = ${clearedKey} THEN 0 ELSE GREATEST(t.hits - 1, 0) END,
           blocked_until = '-infinity',
           updated_at = CASE WHEN t.key = ${trustKey} THEN now() ELSE t.updated_at END`;
}

export const counterResetsValues = (resets: CounterResets): readonly unknown[] => {
  const { decrementedKeys, clearedKey, trustKey, counterKey, trustDays } = resets;
  return [[...decrementedKeys, clearedKey, trustKey], clearedKey, trustKey, counterKey, trustDays];
};
