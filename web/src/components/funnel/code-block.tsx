/** A block of code. Focusable, so that the keyboard can scroll it. */
export const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <pre
    tabIndex={0}
    role="region"
    aria-label={label}
    className="max-h-105 overflow-auto rounded-control bg-sunken p-4 font-mono text-[13px] leading-5"
  >
    {code}
  </pre>
);
