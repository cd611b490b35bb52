import { lazyPart } from '#kit/ui/lazyPart.tsx'

/** The weekly board of assignments, by store or by agent. Loaded lazily because the drag-and-drop library is large. */
export const AssignmentBoard = lazyPart(() => import('#clients/stores/board/RosterBoard.tsx'), 'RosterBoard')
