export const exports: Record<string, string> = {
  '页面与系统的版本不一致，请刷新页面后重新导出。':
    'This page and the program are of different versions. Reload the page and export again.',
  '这个列表不能在后台导出。': 'This list cannot be exported in the background.',
  '导出中断了几次，没有完成。请缩小范围后重新导出。':
    'The export was interrupted several times and did not finish. Narrow it down and export again.',
  '导出时出错，没有完成。请重新导出；仍不行时请联系管理员。':
    'Something went wrong and the export did not finish. Export again; if that fails too, contact your administrator.',
  '导出的人已不能登录，没有完成。':
    'Whoever asked for this export can no longer sign in, so it did not finish.',
  '文件超过 100 MB，没有完成。请减少列或缩小范围后重新导出。':
    'The file grew beyond 100 MB and did not finish. Use fewer columns or narrow it down, then export again.',
  排队中: 'Waiting',
  已取消: 'Cancelled',
  '您已有 {n} 个导出在进行，请等其中一个完成，或到下载中心取消。':
    'You have {n} exports under way. Wait for one to finish, or cancel one in Downloads.',
  '下载中心里已有您的 {n} 个文件，请先删除不用的。':
    'You have {n} files in Downloads. Please delete those that you do not need.',
  '共有 {n} 条，一个文件最多 {most} 条。请先用筛选缩小范围，再导出。':
    'There are {n} rows; one file holds at most {most}. Narrow the list down with filters, then export.',
  '这个文件还没有生成，不能下载。': 'This file has not been written yet and cannot be downloaded.',
  '这个导出已经结束，不需要取消。': 'This export has ended already; there is nothing to cancel.',
  '文件保留 {n} 天，只有您自己能下载': 'Files are kept for {n} days; only you can download them',
  还没有文件: 'No files yet',
  '在列表里导出超过 5,000 条时，文件在后台生成，完成后在这里领取。':
    'When you export more than 5,000 rows of a list, the file is written in the background and waits for you here.',
  '{at} 开始': 'Started {at}',
  '保留到 {day}': 'Kept until {day}',
  '{name}的进度': 'Progress of {name}',
  '取消导出{name}': 'Cancel the export of {name}',
  文件已删除: 'File deleted',
  '删除这个文件？': 'Delete this file?',
  '需要时可以在列表里重新导出。': 'You can export the list again when you need it.',
  导出完成: 'Export finished',
  '「{name}」可以下载了。': '"{name}" can be downloaded.',
  导出没有完成: 'Export not finished',
  '「{name}」已导出，可以下载': '"{name}" is exported and can be downloaded',
}
