const US_NUMBER = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** `+15125550142` → `(512) 555-0142`. Anything but +1 and ten digits is returned unchanged. */
export const formatPhone = (phone: string): string => phone.replace(US_NUMBER, '($1) $2-$3');
