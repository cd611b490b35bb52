import { t } from '#kit/text.ts'
import type { StoreWeek } from '#operations/duty/contract.ts'
import { type Cell, proposedIn, slotKey } from '#operations/duty/slots/rules.ts'
import { Slot } from '#operations/duty/ui/Slot.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { dayText } from './dayText.tsx'
import type { Work } from './RosterScreen.tsx'

interface Props {
  store: StoreWeek
  cell: Cell
  names: ReadonlyMap<number, string>
  work: Work
}

/** A cell of the week, which opens its drawer. */
export function SlotOf({ store, cell, names, work }: Props) {
  const shifts = useShifts()
  const place = { storeId: store.id, on: cell.on, shift: cell.shift }
  return (
    <Slot
      mark={shifts.markOf(cell.shift, cell.on)}
      state={cell.state}
      need={cell.need}
      people={cell.people.map(({ staffId, duty, insteadOf }) => ({
        name: names.get(staffId) ?? '',
        standIn: insteadOf !== null || duty === 'substitute',
      }))}
      proposed={proposedIn(work.week.gaps.get(slotKey(place)))}
      past={cell.on < work.now}
      label={t('{store} {day} {shift}', {
        store: store.name,
        day: dayText(cell.on, work.now),
        shift: shifts.nameOf(cell.shift, cell.on),
      })}
      onOpen={() => work.open.openSlot(place)}
    />
  )
}

export const namesIn = (people: readonly { id: number; name: string }[]): ReadonlyMap<number, string> =>
  new Map(people.map(({ id, name }) => [id, name]))
