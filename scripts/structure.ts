/**
 * `npm run structure`: prints how the folders of `src/` depend on each other and how long the files are; with `--list`
 * also the imports, features and long files behind the numbers.
 */
import { areaOf, readSources, WINGS, wingOf } from '../src/testing/testSources.ts'
import {
  crossings,
  describeCrossing,
  featuresInCycle,
  upwardCrossings,
  wingsInCycle,
} from '../src/testing/testWings.ts'
import { say } from './steps.ts'

const program = readSources().filter(({ isTest, area }) => !isTest && area !== 'demo')
const found = crossings(program)
const inWings = program.filter(({ area }) => wingOf(area))
const lists = {
  'imports of a higher wing': upwardCrossings(found).map(describeCrossing),
  'wings in a cycle': wingsInCycle(found),
  'features in a cycle': featuresInCycle(found),
  'files over 400 lines (advice: split by noun)': program
    .filter(({ lines }) => lines > 400)
    .map(({ path, lines }) => `${path}: ${lines}`),
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

const lengths = program
  .filter(({ path }) => !path.startsWith('app/texts/'))
  .map(({ lines }) => lines)
  .sort((a, b) => a - b)
const quantile = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0
say(
  `${String(lengths.length).padStart(6)}  files; median ${quantile(0.5)} lines, 90 % up to ${quantile(0.9)}`,
)
