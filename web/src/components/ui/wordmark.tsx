import { brand } from '@desk/contracts/brand';

/** The logo, inline so that it follows the color scheme. */
export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 28 28" aria-hidden className={className}>
    <rect width="28" height="28" rx="6" fill="var(--color-brand)" />
    <path d="M7 9h14M7 14h8" stroke="var(--color-on-brand)" strokeWidth="2" strokeLinecap="round" />
    <rect x="16" y="16" width="6" height="6" rx="1.5" fill="var(--color-on-brand)" />
    <path d="M7 19h4" stroke="var(--color-on-brand)" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

export const Wordmark = () => (
  <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
    <Logo className="size-7" />
    <span className="font-serif text-[19px] leading-none font-semibold tracking-tight">{brand}</span>
  </span>
);
