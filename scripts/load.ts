/**
 * `npm run test:load`: measures the server's limits again, with the numbers of design/trust.md; takes about a minute.
 */
import { keepTestsInMemory } from './inMemory.ts'
import { finish } from './steps.ts'
import { runTests } from './testing/suites.ts'

process.env.LOAD = '1'
process.env.REPEAT_RUNS = '150'
keepTestsInMemory()
const server = ['src/app/sockets.test.ts', 'src/app/repeats.test.ts']
finish([await runTests({ journeys: [], server, embedded: [] })])
