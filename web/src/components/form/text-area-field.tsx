import { clsx } from 'clsx';
import type { TextareaHTMLAttributes } from 'react';
import { FieldFrame, type FieldTexts } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { useFieldParts } from './field';

interface TextAreaFieldProps extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'> {
  name: string;
}

export function TextAreaField({ name, label, note, hint, className, ...rest }: TextAreaFieldProps) {
  const { id, error, input } = useFieldParts(name, hint);
  return (
    <FieldFrame id={id} label={label} note={note} hint={hint} error={error}>
      <textarea rows={4} className={clsx(inputClasses, 'resize-y', className)} {...input} {...rest} />
    </FieldFrame>
  );
}
