import { TextSkeleton } from '#kit/ui/Skeletons.tsx'

/** In the shape of a week in its panel. */
export function WeekSkeleton() {
  return (
    <div className="duty-skeleton">
      <TextSkeleton rows={10} />
    </div>
  )
}
