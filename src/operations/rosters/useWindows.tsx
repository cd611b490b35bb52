import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AssignmentDialog, AssignmentDialogsProps } from '#clients/stores/ui/AssignmentDialogs.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { parseSlotKey, type SlotPlace, slotKey } from '#operations/duty/slots/rules.ts'
import type { NeedsFormProps } from '#operations/duty/ui/NeedsForm.tsx'
import type { LeaveDecisionProps } from '#operations/leaves/ui/LeaveDecision.tsx'
import type { LeaveRequestProps } from '#operations/leaves/ui/LeaveRequest.tsx'

const AssignmentDialogs = lazyWindow<'AssignmentDialogs', AssignmentDialogsProps>(
  () => import('#clients/stores/ui/AssignmentDialogs.tsx'),
  'AssignmentDialogs',
  ({ dialog }) => dialog !== null,
)

const NeedsForm = lazyWindow<'NeedsForm', NeedsFormProps>(
  () => import('#operations/duty/ui/NeedsForm.tsx'),
  'NeedsForm',
  ({ store }) => store !== null,
)

const LeaveDecision = lazyWindow<'LeaveDecision', LeaveDecisionProps>(
  () => import('#operations/leaves/ui/LeaveDecision.tsx'),
  'LeaveDecision',
  ({ leaveId }) => leaveId !== null,
)

const LeaveRequest = lazyWindow<'LeaveRequest', LeaveRequestProps>(
  () => import('#operations/leaves/ui/LeaveRequest.tsx'),
  'LeaveRequest',
  ({ open }) => open,
)

/** A leave to be requested, or entered for a member of the team. */
interface LeaveDraft {
  staffId?: number
  on?: string
}

/** Opens the windows over the week. */
export interface Windows {
  openSlot: (place: SlotPlace | null) => void
  openPerson: (staffId: number, on: string) => void
  openDialog: (dialog: AssignmentDialog) => void
  openNeeds: (store: { id: number; name: string }) => void
  openLeave: (id: number) => void
  requestLeave: (draft: LeaveDraft) => void
}

/** The windows over the week; the open slot, person and leave are in the address, so that a link opens them. */
export function useWindows() {
  const [params, setParams] = useSearchParams()
  const [leaveId, setLeave] = useOpenNumber('leave')
  const [dialog, setDialog] = useState<AssignmentDialog | null>(null)
  const [needsOf, setNeedsOf] = useState<{ id: number; name: string } | null>(null)
  const [draft, setDraft] = useState<LeaveDraft | null>(null)
  // One of both is open: a slot that is opened from a person's day takes its place.
  const show = (key: 'slot' | 'person', text: string | undefined) => {
    const next = new URLSearchParams(params)
    next.delete('slot')
    next.delete('person')
    if (text) next.set(key, text)
    setParams(next, { preventScrollReset: true, replace: text === undefined })
  }
  const open: Windows = {
    openSlot: (place) => show('slot', place ? slotKey(place) : undefined),
    openPerson: (staffId, on) => show('person', `${staffId}_${on}`),
    openDialog: setDialog,
    openNeeds: setNeedsOf,
    openLeave: setLeave,
    requestLeave: setDraft,
  }
  const shown: ReactNode = (
    <>
      <AssignmentDialogs dialog={dialog} onClose={() => setDialog(null)} />
      <NeedsForm store={needsOf} onClose={() => setNeedsOf(null)} />
      <LeaveDecision leaveId={leaveId ?? null} onClose={() => setLeave(undefined)} />
      <LeaveRequest
        open={draft !== null}
        staffId={draft?.staffId}
        defaults={draft?.on ? { fromOn: draft.on, toOn: draft.on } : undefined}
        onClose={() => setDraft(null)}
      />
    </>
  )
  const [staffId, on] = (params.get('person') ?? '').split('_')
  return {
    open,
    shown,
    slot: parseSlotKey(params.get('slot') ?? undefined),
    person: staffId && on ? { staffId: Number(staffId), on } : null,
    closePerson: () => show('person', undefined),
  }
}
