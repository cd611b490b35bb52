import { lazyPart } from '#kit/ui/lazyPart.tsx'

/** Who serves which store in which shift of a week, by store or by agent. Dragging is heavy: loaded when it is shown. */
export const AssignmentBoard = lazyPart(() => import('#clients/stores/board/Board.tsx'), 'Board')
