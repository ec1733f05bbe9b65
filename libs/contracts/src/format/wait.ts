const UNITS = [
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** A waiting time in its largest whole unit, rounded up so that nobody comes back too early: `90` → `2 minutes`. */
export function formatWait(seconds: number): string {
  const unit = UNITS.find((one) => seconds >= one.seconds) ?? UNITS[2];
  const count = Math.max(1, Math.ceil(seconds / unit.seconds));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
