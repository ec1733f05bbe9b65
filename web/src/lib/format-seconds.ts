/** Formats a duration in seconds, with more decimals the shorter it is: '0.41 s', '1.2 s', '12 s', '1 min 21 s'. */
export function formatSeconds(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (ms >= 9_950) return `${seconds} s`;
  return ms >= 995 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.max(ms / 1_000, 0.01).toFixed(2)} s`;
}
