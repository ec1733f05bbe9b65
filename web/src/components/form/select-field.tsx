import { useField } from 'formik';
import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';

interface SelectFieldProps<T extends string> extends Omit<
  ComponentProps<typeof Select<T>>,
  'value' | 'onChange'
> {
  name: string;
}

export function SelectField<T extends string>({ name, ...select }: SelectFieldProps<T>) {
  const [{ value }, , { setValue }] = useField<T>(name);
  return <Select {...select} value={value} onChange={(chosen) => void setValue(chosen)} />;
}
