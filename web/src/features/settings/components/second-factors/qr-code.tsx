import { encode } from 'uqr';

/** A QR code as one SVG path. Dark on white in dark mode too, because some scanners need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control bg-[#ffffff]"
    >
      <path d={path} fill="#0b1512" />
    </svg>
  );
}
