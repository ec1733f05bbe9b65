// prettier-ignore
export const firstNames: readonly [string, ...string[]] = [
  'Alice', 'Arthur', 'Barbara', 'Bernard', 'Carol', 'Carlos', 'Deborah', 'Dennis', 'Diane', 'Donald', 'Dorothy',
  'Edward', 'Elaine', 'Frances', 'Frank', 'Gail', 'George', 'Gloria', 'Harold', 'Helen', 'Irene', 'James', 'Janet',
  'Joyce', 'Judith', 'Kenneth', 'Larry', 'Linda', 'Lorraine', 'Luis', 'Margaret', 'Maria', 'Martha', 'Michael',
  'Nancy', 'Patricia', 'Paul', 'Ralph', 'Raymond', 'Rita', 'Robert', 'Rosa', 'Ruth', 'Sandra', 'Sharon', 'Stanley',
  'Susan', 'Theresa', 'Thomas', 'Victor', 'Virginia', 'Walter', 'Wanda', 'William',
];

// prettier-ignore
export const lastNames: readonly [string, ...string[]] = [
  'Adams', 'Alvarez', 'Bailey', 'Baker', 'Bennett', 'Brooks', 'Carter', 'Castillo', 'Chen', 'Coleman', 'Cooper',
  'Diaz', 'Edwards', 'Ellis', 'Fisher', 'Foster', 'Garcia', 'Gibson', 'Graham', 'Hamilton', 'Harrison', 'Hayes',
  'Henderson', 'Hughes', 'Jenkins', 'Jensen', 'Kelly', 'Kim', 'Lopez', 'Marshall', 'Mendoza', 'Mitchell', 'Morgan',
  'Murphy', 'Nelson', 'Nguyen', "O'Brien", 'Olson', 'Ortiz', 'Patel', 'Perry', 'Peterson', 'Powell', 'Ramirez',
  'Reed', 'Rivera', 'Rossi', 'Russell', 'Sanders', 'Schmidt', 'Simmons', 'Sullivan', 'Torres', 'Walsh', 'Weber',
];
