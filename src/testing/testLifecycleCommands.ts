import fc from 'fast-check'
import {
  createCustomer,
  createStore,
  customerStep,
  restoreStore,
  stopStore,
  storeStep,
  transfer,
} from './testLifecycle.ts'
import { assign, changeAssignment, endAssignment } from './testLifecycleAssignments.ts'
import { cancel, confirm, openRecord, winBack } from './testLifecycleChurn.ts'
import { edit, editInBulk } from './testLifecycleEdits.ts'
import {
  importAssignment,
  importCustomers,
  importStores,
  merge,
  restoreField,
  undoMerge,
} from './testLifecycleTools.ts'

/** Run before the first random command, so that most commands find something to act on. */
export const beginnings = [
  createCustomer(true),
  createCustomer(true),
  createStore(0, 'serving'),
  createStore(0, 'trial'),
  createStore(1, 'serving'),
  assign(0, 0, 60, 0),
]

const place = fc.nat({ max: 9 })
/** One in eight commands has a wrong version. */
const stale = fc.nat({ max: 7 }).map((n) => n === 7)
const kind = fc.constantFrom('customer' as const, 'store' as const)
const recordStep = fc.record({ kind, at: place, stale })

/** All commands of the test; common ones are chosen more often than rare ones. */
export const lifecycleCommands = [
  fc.boolean().map(createCustomer),
  fc
    .tuple(place, fc.constantFrom('pending' as const, 'trial' as const, 'serving' as const))
    .map((a) => createStore(...a)),
  fc
    .tuple(fc.constantFrom('sign' as const, 'pause' as const, 'resume' as const), place, stale)
    .map((a) => customerStep(...a)),
  fc
    .tuple(
      fc.constantFrom('trial' as const, 'go-live' as const, 'pause' as const, 'resume' as const),
      place,
      stale,
    )
    .map((a) => storeStep(...a)),
  fc.tuple(place, place).map((a) => transfer(...a)),
  fc.tuple(kind, place, fc.nat({ max: 3 })).map((a) => edit(...a)),
  fc.tuple(kind, fc.nat({ max: 3 }), fc.boolean()).map((a) => editInBulk(...a)),
  fc.tuple(kind, place, place).map((a) => restoreField(...a)),
  fc.tuple(place, place, fc.boolean()).map((a) => merge(...a)),
  place.map(undoMerge),
  fc
    .tuple(place, fc.constantFrom('trial' as const, 'active' as const, 'churned' as const), fc.boolean())
    .map((a) => importCustomers(...a)),
  fc.tuple(place, fc.constantFrom('serving' as const, 'stopped' as const)).map((a) => importStores(...a)),
  fc.tuple(place, place, fc.nat({ max: 100 }), fc.boolean()).map((a) => importAssignment(...a)),
  fc.tuple(place, place, stale).map((a) => stopStore(...a)),
  place.map(restoreStore),
  fc.tuple(place, place, fc.nat({ max: 100 }), fc.nat({ max: 5 })).map((a) => assign(...a)),
  fc.tuple(place, place, fc.nat({ max: 100 }), fc.nat({ max: 5 })).map((a) => assign(...a)),
  fc.tuple(place, place, fc.nat({ max: 5 })).map((a) => endAssignment(...a)),
  fc.tuple(place, place, place, fc.nat({ max: 100 })).map((a) => changeAssignment(...a)),
  fc.tuple(kind, place).map((a) => openRecord(...a)),
  fc.tuple(kind, place).map((a) => openRecord(...a)),
  fc.tuple(recordStep, place).map((a) => confirm(...a)),
  fc.tuple(recordStep, place).map((a) => confirm(...a)),
  recordStep.map(cancel),
  fc.tuple(recordStep, fc.boolean()).map((a) => winBack(...a)),
  fc.tuple(recordStep, fc.boolean()).map((a) => winBack(...a)),
]
