import * as Radix from 'radix-ui/switch';

interface SwitchProps {
  id?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Ignores clicks, and stays in the tab order, so that its description is read. */
  isLocked?: boolean;
  'aria-describedby'?: string;
}

/** A toggle that takes effect immediately. Needs a label: `htmlFor` its id. */
export const Switch = ({ isOn, onChange, isLocked = false, ...rest }: SwitchProps) => (
  <Radix.Root
    checked={isOn}
    aria-disabled={isLocked || undefined}
    onCheckedChange={(isNowOn) => {
      if (!isLocked) onChange(isNowOn);
    }}
    className="group relative grid h-11 w-14 shrink-0 place-items-center rounded-full aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
    {...rest}
  >
    <span
      aria-hidden
      className="flex h-7 w-13 items-center rounded-full border border-line-strong bg-sunken px-[3px] transition-colors duration-150 ease-out group-hover:border-ink group-data-[state=checked]:border-brand group-data-[state=checked]:bg-brand"
    >
      <Radix.Thumb className="block size-5 rounded-full bg-line-strong transition-transform duration-150 ease-out data-[state=checked]:translate-x-6 data-[state=checked]:bg-on-brand" />
    </span>
  </Radix.Root>
);
