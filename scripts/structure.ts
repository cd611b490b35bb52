/**
 * `npm run structure`: prints how the folders of `src/` depend on each other; with `--list` also the imports and
 * features behind the numbers.
 */
import { areaOf, readSources, WINGS, wingOf } from '../src/app/testSources.ts'
import {
  crossings,
  describeCrossing,
  featuresInCycle,
  upwardCrossings,
  wingsInCycle,
} from '../src/app/testWings.ts'
import { say } from './steps.ts'

const program = readSources().filter(({ isTest, area }) => !isTest && area !== 'demo')
const found = crossings(program)
const inWings = program.filter(({ area }) => wingOf(area))
const lists = {
  'imports of a higher wing': upwardCrossings(found).map(describeCrossing),
  'wings in a cycle': wingsInCycle(found),
  'features in a cycle': featuresInCycle(found),
  features: [...new Set(inWings.map(({ path }) => areaOf(path)))].filter((area) => area.includes('/')),
}

for (const [name, list] of Object.entries(lists)) {
  say(`${String(list.length).padStart(6)}  ${name}`)
  if (process.argv.includes('--list')) for (const one of list) say(`        ${one}`)
}
say(`${String(inWings.length).padStart(6)}  files in the wings`)
for (const wing of WINGS) {
  const files = program.filter(({ area }) => wingOf(area) === wing)
  const lines = files.reduce((sum, { lines }) => sum + lines, 0)
  say(`${String(files.length).padStart(6)}  ${wing} (${lines} lines)`)
}
