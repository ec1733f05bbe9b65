export function passesCheckDigit(number: string): boolean;
export function formatNumber(text: string): string;
export function formatExpiry(text: string): string;
export function numberError(text: string): string;
export function expiryError(text: string, now: Date): string;
export function cvcError(text: string, number: string): string;
export function zipError(text: string): string;
