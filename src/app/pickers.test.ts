import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayAdd } from '#access/adding.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { readSources } from '#testing/testSources.ts'
import { featuresWith } from './features.ts'

/** The only files that use antd's `Select`: each says what an empty list shows. */
const PICKERS = [
  'kit/ui/OptionSelect.tsx',
  'kit/ui/choice/LocalSelect.tsx',
  // Creates what is typed.
  'operations/imports/setup/CustomerChoice.tsx',
]

test('a select says why its list is empty: it is an OptionPicker, a LocalSelect or a SelectField', () => {
  const others = readSources()
    .filter(({ isTest, path }) => !isTest && !PICKERS.includes(path))
    .flatMap(({ path, elements }) =>
      elements
        .filter(({ name }) => /^(Select|AutoComplete|Cascader|TreeSelect|Transfer)$/.test(name))
        .map(({ name, line }) => `${path}:${line} ${name}`),
    )
  assert.deepEqual(others, [])
})

test('a read of ids and names declares what it offers', () => {
  const reads = featuresWith(SIGN_IN)
    .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
    .filter(({ path }) => path.endsWith('/options'))
  assert.ok(reads.length >= 5)
  assert.deepEqual(
    reads.filter((endpoint) => !('offers' in endpoint)).map(({ path }) => path),
    [],
  )
})

const person = (role: number, parentId: number | null = null) => ({
  id: 7,
  role,
  parentId,
  companyCode: '001',
})

test('admins add everything; heads add agents; sales add customers and stores; members add nothing', () => {
  const [admin, head, member, sales, finance] = [person(1), person(2), person(2, 3), person(3), person(4)]
  assert.ok(
    mayAdd(admin, 'staff', { purpose: 'leader' }) && mayAdd(admin, 'webhook') && mayAdd(admin, 'store'),
  )
  assert.ok(mayAdd(head, 'staff', { purpose: 'agent' }) && mayAdd(head, 'import'))
  assert.ok(
    !mayAdd(head, 'staff', { purpose: 'leader' }) && !mayAdd(head, 'store') && !mayAdd(head, 'customer'),
  )
  assert.ok(!mayAdd(member, 'staff', { purpose: 'agent' }) && !mayAdd(member, 'store'))
  assert.ok(mayAdd(sales, 'customer') && mayAdd(sales, 'store') && !mayAdd(sales, 'staff'))
  assert.ok(mayAdd(finance, 'bill') && mayAdd(finance, 'store') && !mayAdd(finance, 'import'))
})
