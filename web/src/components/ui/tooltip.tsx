import * as Radix from 'radix-ui/tooltip';
import type { ReactElement, ReactNode } from 'react';

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Wraps everything with tooltips once, so that moving from one to the next skips the delay. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
    {children}
  </Radix.Provider>
);

interface TooltipProps {
  content: ReactNode;
  /** For elements whose text is already visible. */
  isDisabled?: boolean;
  /** One focusable element that accepts a ref and has its own accessible name. */
  children: ReactElement;
}

/** Appears on the right. */
export const Tooltip = ({ content, isDisabled = false, children }: TooltipProps) => (
  <Radix.Root {...(isDisabled ? { open: false } : {})}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side="right"
        sideOffset={8}
        collisionPadding={8}
        className="z-50 max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-sm text-paper shadow-float data-[state=delayed-open]:animate-[fade-in_120ms_var(--ease-out)]"
      >
        {content}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
