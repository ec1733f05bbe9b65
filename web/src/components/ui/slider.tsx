import * as Radix from 'radix-ui/slider';

interface SliderProps {
  /** Names what the slider sets. */
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  isDisabled?: boolean;
  /** The value for screen readers, such as '25 leads a day'. */
  valueText?: string;
}

/** Keyboard: arrows step by 1, Page Up and Page Down by 10, Home and End jump to the ends. */
export const Slider = ({ label, value, min, max, onChange, isDisabled = false, valueText }: SliderProps) => (
  <Radix.Root
    min={min}
    max={max}
    value={[value]}
    disabled={isDisabled}
    className="relative flex h-11 w-full touch-none items-center select-none data-disabled:opacity-55"
    onValueChange={([next]) => {
      if (next !== undefined) onChange(next);
    }}
  >
    <Radix.Track className="relative h-1.5 grow rounded-full bg-line">
      <Radix.Range className="absolute h-full rounded-full bg-brand" />
    </Radix.Track>
    <Radix.Thumb
      aria-label={label}
      aria-valuetext={valueText}
      className="block size-6 cursor-grab rounded-full border-2 border-brand bg-surface shadow-float transition-colors duration-150 hover:bg-brand-soft active:cursor-grabbing"
    />
  </Radix.Root>
);
