export function Brand() {
  return (
    <div className="brand">
      <img src="/mark.svg" alt="" width={20} height={20} />
      Dragoman
    </div>
  );
}
