import { expect, it } from '@jest/globals';
import { createAppointmentFile } from './appointment-file';

const appointment = {
  leadId: '0191e1a0-0000-7000-8000-000000000001',
  fullName: 'Ada Livermore',
  phone: '+15125550142',
  at: '2026-03-03T19:00:00.000Z',
  version: 4,
  origin: 'https://desk.example.com',
};
/** Joins folded lines. */
const read = (change: Partial<typeof appointment> = {}) =>
  createAppointmentFile({ ...appointment, ...change })
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n');

it('names the person, the time in UTC, the phone number and the page of the lead', () => {
  const lines = read();
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  for (const line of [
    'PRODID:Annuity Desk',
    'SUMMARY:Appointment with Ada Livermore',
    'DTSTART:20260303T190000Z',
    'DURATION:PT30M',
    'LOCATION:(512) 555-0142',
    'DESCRIPTION:https://desk.example.com/leads/0191e1a0-0000-7000-8000-000000000001',
  ])
    expect(lines).toContain(line);
});

it('keeps the identity of the appointment when it is moved', () => {
  const uid = 'UID:0191e1a0-0000-7000-8000-000000000001@annuity-desk';
  expect(read()).toEqual(expect.arrayContaining([uid, 'SEQUENCE:4']));
  const moved = read({ at: '2026-11-01T06:30:00.000Z', version: 5 });
  expect(moved).toEqual(expect.arrayContaining([uid, 'SEQUENCE:5', 'DTSTART:20261101T063000Z']));
});

it('escapes a name, so that it adds no line', () => {
  const lines = read({ fullName: 'Ada; Livermore, Jr.\nATTENDEE:x' });
  expect(lines).toContain(String.raw`SUMMARY:Appointment with Ada\; Livermore\, Jr.\nATTENDEE:x`);
});
