"""The backward pass of tensors without values, as torch's compiler records it.

torch's own engine asks the driver for streams where tensors say that they are on a GPU. This one walks the same graph of functions, whose inputs'
gradients are summed as there, and calls each when all are known.
"""

import contextlib

import torch


def make_fit(gradient, expected):
    """What broadcasting repeated is summed up, and the type is that of the forward pass."""
    if gradient.shape != torch.Size(expected.shape):
        gradient = gradient.sum_to_size(expected.shape)
    return gradient if gradient.dtype == expected.dtype else gradient.to(expected.dtype)


def call(node, gradients):
    if all(gradient is None for gradient in gradients):
        return [None] * len(node.next_functions)
    if not isinstance(node, torch.autograd.graph.Node) or hasattr(node, "apply"):
        results = node.apply(*gradients)
    else:
        results = node(*[torch.zeros(known.shape, dtype=known.dtype, device=known.device) if gradient is None else gradient for gradient, known in zip(gradients, node._input_metadata)])
    return list(results) if isinstance(results, (tuple, list)) else [results]


def order(roots):
    """All functions that the roots lead to, each before those that it gives its results."""
    found, done, todo = [], set(), [(root, False) for root in roots]
    while todo:
        node, is_left = todo.pop()
        if is_left:
            found.append(node)
        elif node not in done:
            done.add(node)
            todo.append((node, True))
            todo += [(following, False) for following, _ in node.next_functions if following is not None]
    return found[::-1]


def get_edge(tensor):
    """The function that a tensor's gradient goes to, and its number there."""
    edge = torch.autograd.graph.get_gradient_edge(tensor) if isinstance(tensor, torch.Tensor) else tensor
    return edge.node, edge.output_nr


def run(outputs, gradients, keeps_graph, creates_graph, inputs, allow_unreachable=False, accumulate_grad=False):
    """Takes what the engine's run_backward takes."""
    known = {}

    def add(node, number, gradient):
        place = known.setdefault(node, {})
        place[number] = gradient if number not in place else place[number] + gradient

    with torch.set_grad_enabled(creates_graph):
        for output, gradient in zip(outputs, gradients):
            add(*get_edge(output), torch.ones_like(output) if gradient is None else gradient)
        wanted = [get_edge(tensor) for tensor in inputs]
        found, nodes = {}, order(list(known))
        # Only what leads to an input is called.
        needed = {node for node, _ in wanted}
        leading = set() if wanted else set(nodes)
        for node in reversed(nodes):
            if any(following in needed for following, _ in node.next_functions):
                needed.add(node)
                leading.add(node)
        for node in nodes:
            place = known.pop(node, {})
            for edge in wanted:
                if edge[0] is node and edge[1] in place:
                    found[edge] = place[edge[1]]
            leaf = getattr(node, "variable", None) if type(node).__name__ == "AccumulateGrad" else None
            if leaf is not None:
                if 0 in place and (accumulate_grad and not wanted):
                    leaf.grad = place[0] if leaf.grad is None else leaf.grad + place[0]
                continue
            if not place or node not in leading:
                continue
            gradients_in = [place.get(number) for number in range(len(node._input_metadata))]
            for (following, number), gradient in zip(node.next_functions, call(node, gradients_in)):
                if following is not None and gradient is not None:
                    add(following, number, make_fit(gradient, following._input_metadata[number]))
        results = tuple(found.get(edge) for edge in wanted)
    if accumulate_grad:
        for tensor, gradient in zip(inputs, results):
            if gradient is not None:
                tensor.grad = gradient if tensor.grad is None else tensor.grad + gradient
    elif not allow_unreachable and any(gradient is None for gradient in results):
        raise RuntimeError("One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.")
    return results
