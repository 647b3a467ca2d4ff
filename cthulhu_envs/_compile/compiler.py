"""The compiler of kernels: Numba's usual passes, unsigned indices, and names that never clash.

Numba finds machine code by name, in one table for the whole process, and its names contain counts
of what this process compiled before. Code kept on disk comes from other processes, with other
counts. So two kernels could have one name, and the wrong one was run without a word. Here

- an entry point, which Python calls, has the digest of what it is in its name (`entry_key`);
- nothing else can be seen from outside of its piece of machine code.
"""

from __future__ import annotations

import itertools
import secrets
from typing import Any

from llvmlite.binding import Linkage  # type: ignore[import-untyped]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference
from numba.core.untyped_passes import TranslateByteCode

from cthulhu_envs._compile.fingerprint import entry_key, fingerprint
from cthulhu_envs._compile.unsigned_indices import UnsignedIndices

_callee_ids = (
    f"{process}n{count}" for process in [secrets.token_hex(8)] for count in itertools.count()
)


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """One entry point with all that it calls, which is visible to nobody else."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:  # linked in, not compiled here
                function.linkage = Linkage.internal
        super()._optimize_final_module()


@register_pass(mutates_CFG=False, analysis_only=False)
class OwnNames(FunctionPass):  # type: ignore[misc]
    """Replaces the count in a function's name, before anything is made of it."""

    _name = "own_names"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        identity = state.func_id
        if state.flags.no_compile:  # a callee: see link.py
            identity.unique_id = next(_callee_ids)
        else:
            codegen = state.targetctx.codegen()
            identity.unique_id = entry_key(fingerprint(identity.func), state.args, codegen)
            state.library = EntryLibrary(codegen, identity.func_qualname)
            state.library.enable_object_caching()
        identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        return True


class KernelCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's usual passes, and those two."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(OwnNames, TranslateByteCode)
        passes.add_pass_after(UnsignedIndices, NopythonTypeInference)
        passes.finalize()
        return [passes]
