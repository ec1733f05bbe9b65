import { useFormikContext } from 'formik';
import { type RefObject, useEffect, useRef } from 'react';

const TEXT_INPUTS = new Set(['text', 'email', 'tel', 'password', 'search', 'url', 'number']);

/**
 * Takes over what the user typed or the browser filled in while the prerendered page was waiting for its scripts. The
 * inputs still have it after hydration, but the form's values do not, and would overwrite it at the next change.
 */
export function useEarlyInput(form: RefObject<HTMLFormElement | null>): void {
  const { values, setValues } = useFormikContext<Record<string, unknown>>();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !form.current) return;
    isDone.current = true;
    const early = [...form.current.elements].flatMap((element) =>
      element instanceof HTMLInputElement &&
      TEXT_INPUTS.has(element.type) &&
      element.name in values &&
      element.value !== String(values[element.name])
        ? [[element.name, element.value] as const]
        : [],
    );
    if (early.length > 0) void setValues({ ...values, ...Object.fromEntries(early) });
  }, [form, values, setValues]);
}
