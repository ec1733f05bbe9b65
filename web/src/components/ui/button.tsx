import { clsx } from 'clsx';
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'onBand';
type Size = 'md' | 'lg';

const variants: Record<Variant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover border-transparent',
  secondary: 'bg-surface text-ink border-line-strong hover:border-ink',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-danger text-paper hover:bg-danger-hover border-transparent',
  onBand: 'bg-on-band text-[#0f3d2c] border-transparent hover:bg-[#ffffff]',
};
const sizes: Record<Size, string> = { md: 'min-h-11 px-4', lg: 'min-h-13 px-6 text-[17px]' };

export const buttonClasses = (variant: Variant, size: Size, className?: string): string =>
  clsx(
    'inline-flex items-center justify-center gap-2 rounded-control border text-center font-semibold whitespace-nowrap',
    'transition-colors duration-150 ease-out',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
    className,
  );

interface Appearance {
  variant?: Variant;
  size?: Size;
}

interface ButtonProps extends Appearance, ComponentPropsWithRef<'button'> {
  /** While its own action runs: sets `aria-disabled`. */
  isBusy?: boolean;
}

const ignoreClick = (event: MouseEvent): void => event.preventDefault();

/** With `aria-disabled`, ignores clicks and keeps the focus, which `disabled` would take away. */
export function Button({
  variant = 'primary',
  size = 'md',
  className,
  type = 'button',
  isBusy = false,
  ...rest
}: ButtonProps) {
  const idle =
    isBusy || rest['aria-disabled'] === true ? { 'aria-disabled': true, onClick: ignoreClick } : {};
  return <button type={type} className={buttonClasses(variant, size, className)} {...rest} {...idle} />;
}

export const ButtonLink = ({
  variant = 'primary',
  size = 'md',
  className,
  ...rest
}: Appearance & LinkProps & { className?: string }) => (
  <Link className={buttonClasses(variant, size, className)} {...rest} />
);

interface PendingLabelProps {
  isPending: boolean;
  /** Shown in place of `children` while pending. */
  pendingLabel: string;
  children: string;
  'aria-live'?: 'polite';
}
type PendingButtonProps = Omit<ButtonProps, 'children' | 'isBusy'> & PendingLabelProps;

/** Reserves room for the longer of its two labels, so its width never changes. */
export const PendingLabel = ({ isPending, pendingLabel, children, ...rest }: PendingLabelProps) => (
  <span
    data-reserve={pendingLabel.length > children.length ? pendingLabel : children}
    className="keep-width"
    {...rest}
  >
    {isPending ? pendingLabel : children}
  </span>
);

export const PendingButton = ({ isPending, pendingLabel, children, ...button }: PendingButtonProps) => (
  <Button isBusy={isPending} {...button}>
    <PendingLabel isPending={isPending} pendingLabel={pendingLabel}>
      {children}
    </PendingLabel>
  </Button>
);
