"""Kernels called by kernels: compiled once each to an intermediate form, put together at the end.

Numba makes machine code of every function it compiles, with all that the function calls in it,
so that in a deep pile of kernels the lowest are optimised again at every level above. Only the
kernel that Python calls needs machine code. The others stop at the compiler's intermediate form;
the one on top takes in all of them, once, and is optimised as a whole. And a kernel is not
compiled anew for every width of a whole number it is handed: all of them are one type.
"""

from __future__ import annotations

from typing import Any

from numba.core import compiler, sigutils, types, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import CPUDispatcher

from cthulhu_envs._compile.compiler import KernelCompiler


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """Numba's dispatcher with a second way to be compiled: as a callee of another kernel."""

    def __init__(self, py_func: Any, targetoptions: dict[str, Any]) -> None:
        super().__init__(py_func, {}, targetoptions, pipeline_class=KernelCompiler)
        self._callees: dict[tuple[Any, ...], Any] = {}
        self._callee_compiler = _CalleeCompiler(
            py_func, self.targetdescr, targetoptions, {}, KernelCompiler
        )

    def compile(self, sig: Any) -> Any:
        """Machine code, for a call from Python."""
        try:
            entry_point = super().compile(sig)
        finally:
            self._cache.done()
        args, _ = sigutils.normalize_signature(sig)
        compiled = self.overloads[tuple(args)]
        for environment in compiled._find_referenced_environments():  # of callees, too
            compiled.codegen.set_env(environment.env_name, environment)
        return entry_point

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What the compiler asks when it meets a call of this kernel."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(_plain(given) for given in args)
        if args not in self._callees:
            with self._compiling_counter:
                self._callees[args] = self._compile_callee(args)
        name = self.py_func.__name__
        signatures = [callee.signature for callee in self._callees.values()]
        template = typing.make_concrete_template(f"Kernel({name})", name, signatures)
        return template, pysig, args, {}

    def _compile_callee(self, args: tuple[Any, ...]) -> Any:
        compiled = self._callee_compiler.compile(args, None)
        key = (self.py_func.__qualname__, args)  # stands where machine code would have an address
        compiled = compiled._replace(entry_point=key)
        self.targetctx.insert_user_function(key, compiled.fndesc, [compiled.library])
        return compiled

    def get_overload(self, sig: Any) -> Any:
        args, _ = sigutils.normalize_signature(sig)
        return self._callees[tuple(args)].entry_point


def _plain(given: Any) -> Any:
    """Literals, members of enums and small whole numbers are handed over as int64."""
    given = types.unliteral(given)  # type: ignore[attr-defined]
    if isinstance(given, types.IntEnumMember):
        return types.int64
    if isinstance(given, types.Integer) and given != types.uint64:
        return types.int64
    return given


class _CalleeCompiler(_FunctionCompiler):  # type: ignore[misc]
    """Stops before machine code, and makes no entry for Python."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        context = self.targetdescr.target_context
        return compiler.compile_extra(
            self.targetdescr.typing_context,
            context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=_CalleeLibrary(context.codegen(), self.py_func.__qualname__),
            pipeline_class=self.pipeline_class,
        )


class _CalleeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate form of one kernel; what it calls is put in when a kernel on top asks."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        whole = super()._get_module_for_linking().clone()
        for library in self._below({self}):
            own = JITCodeLibrary._get_module_for_linking(library)
            whole.link_in(own, preserve=True)
        return whole

    def _below(self, seen: set[Any]) -> Any:
        """Everything that is called from here, each once."""
        for library in self._linking_libraries:
            if library not in seen:
                seen.add(library)
                yield library
                if isinstance(library, _CalleeLibrary):
                    yield from library._below(seen)
