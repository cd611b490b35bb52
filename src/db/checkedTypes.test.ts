import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase } from '#testing/testApp.ts'
import { findCheckedTypes, listedValues } from './checkedTypes.ts'

const valuesIn = (definition: string, isArray = false) =>
  listedValues({ columnName: 'status', isArray, definition })

test('the values of a check that lists them, as PostgreSQL prints it', () => {
  assert.deepEqual(valuesIn("CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))"), [
    'open',
    'closed',
  ])
  assert.deepEqual(valuesIn("CHECK ((status = ANY (ARRAY['image/png'::text, 'won-back 2'::text])))"), [
    'image/png',
    'won-back 2',
  ])
  assert.deepEqual(valuesIn("CHECK ((status <@ ARRAY['finance'::text, 'admin'::text]))", true), [
    'finance',
    'admin',
  ])
})

test('a check that does not list all values of its column has none', () => {
  for (const definition of [
    'CHECK ((length(status) <= 80))',
    "CHECK ((status <> ALL (ARRAY['open'::text, 'closed'::text])))",
    "CHECK (((status = ANY (ARRAY['open'::text, 'closed'::text])) OR (length(status) > 9)))",
    "CHECK (((kind = 'bill'::text) OR (status = ANY (ARRAY['open'::text, 'closed'::text]))))",
    "CHECK ((lower(status) = ANY (ARRAY['open'::text, 'closed'::text])))",
    "CHECK ((kind = ANY (ARRAY['open'::text, 'closed'::text])))",
    // A value with a quote is left to the database: no column has one.
    "CHECK ((status = ANY (ARRAY['it''s'::text, 'closed'::text])))",
  ]) {
    assert.equal(valuesIn(definition), undefined, definition)
  }
})

test('a list is that of an array only if the column is one', () => {
  const [one, all] = [
    "CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))",
    "CHECK ((status <@ ARRAY['a'::text]))",
  ]
  assert.deepEqual([valuesIn(one, true), valuesIn(all, false)], [undefined, undefined])
  assert.deepEqual(valuesIn(all, true), ['a'])
})

test('the types of columns follow from their checks, defaults and nulls', async () => {
  const db = await emptyDatabase()
  await sql`create table record (
    plain text not null check (plain in ('open', 'closed')),
    filled text not null default 'open' check (filled in ('open', 'closed')),
    empty text check (empty in ('open', 'closed')),
    filled_or_empty text default 'open' check (filled_or_empty in ('open', 'closed')),
    several text[] not null default '{}' check (several <@ array['open', 'closed']),
    limited text not null check (length(limited) < 9),
    pair text not null,
    check (pair in ('open', 'closed') or plain = 'open'))`.execute(db)
  assert.deepEqual(await findCheckedTypes(db), {
    'record.empty': "'open' | 'closed'",
    'record.filled': "Generated<'open' | 'closed'>",
    'record.filled_or_empty': "Generated<'open' | 'closed' | null>",
    'record.plain': "'open' | 'closed'",
    'record.several': "Generated<Array<'open' | 'closed'>>",
  })
})
